@rem In package.json `exec` has the shell give way to the program, so that whoever ends npm ends it too.
@rem Windows has no such thing: npm finds this in its place, which runs the program.
@%*

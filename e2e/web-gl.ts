/** The arguments of a browser, with which its processor draws what a graphics card would. */
export const withWebGl = (args: readonly string[] = []): string[] => [
  ...args.filter((arg) => arg !== '--disable-gpu'),
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
]

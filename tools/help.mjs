// The purpose and options of every command: `npm run NAME -- --help`. Only plain text and nothing to install
// first, so that it works in a fresh checkout.

const places = `It works with the database that the server uses, running or not: DATABASE_URL, or the embedded
one in DATA_DIR (./data).`

/** By the command's name: its usage, and what it does. */
const helps = {
  start: `npm start

Installs what is missing, builds, and starts Veghe. The first start prints an account and a password, and
loads a rehearsal to look around in, two thirds through its day. Ctrl-C ends it. docs/operations.md lists the settings, all of them
environment variables: PORT, HOST, DATABASE_URL, DATA_DIR, DEMO and more.`,
  dev: `npm run dev

Runs the server from its sources and rebuilds the web app as you type. The settings are those of npm start.`,
  test: `npm test [-- --only NAMES | --changed [COMMIT]]

Runs everything but the slow tests: types, style, structure, tests on the newest PostgreSQL, a build, and stories in
a browser. It takes about 12 minutes on two cores. "npm run test:all" runs everything. A slow test has the tag
"slow" in its file. A test that passed on retry is listed at the end; when it does so in two runs in a row, it failed.

  --only NAMES   some of it, with commas or spaces between: types, style, unused, structure, owners,
                 subjects, words, links, sentences, licences, generated, advisories, server, oldest, faults, bench,
                 build, browser
  --changed      the checks, and the tests and stories nearest to what is not committed, or differs from a commit:
                 of the same feature or folder, and every call there is. It takes a minute or two

npm run test:unit -- observers runs the tests of one feature.`,
  'test:all': `npm run test:all [-- --only NAMES] [--shard 1/2]

Runs everything, as CI does: what npm test runs, slow tests, tests on the oldest PostgreSQL, and falls. It takes about
an hour on two cores. Measurements in brief, which prove that they work, run only with "--only bench".

  --only NAMES   some of it, as for npm test
  --shard 1/2    the first half of the stories in a browser`,
  bench: `npm run bench [-- OPTIONS]

Compares the server with PostgreSQL alone, and writes the results to .cache/benchmark.md. All of it takes hours.

  --only NAMES     reports, figures, sign-ins, lists, deployment, reports-planned, deadline, exports,
                   imports, bulk, screens, push, start, web, handling, map-frames, proofs
  --share NUMBERS  how much of the full data there is; default 0.01,0.1,1
  --on KINDS       own, embedded: which PostgreSQL; default both
  --seconds 5      how long a round takes
  --brief          little data, and nothing is written down: whether it can be measured at all`,
  'bench:data': `npm run bench:data [-- OPTIONS]

Fills an empty database with an evening's data, to try things out on.

  --share 1                how much of the full data; 0.01 is a hundredth
  --url postgres://…       an empty database; without it, made where npm run bench looks for it`,
  'test:faults': `npm run test:faults [-- OPTIONS]

Kills server and database while observers report and staff work, and compares what was acknowledged with what
is there.

  --times 20           how often each part is killed
  --operations 25000   how many operations are chosen at random
  --seed 7             repeats the choices of a run that printed this seed
  --only NAMES         evening, upgrade, random, disk
  --careless           with a database that is allowed to lose what it said it had: it must be found out`,
  'test:failover': `npm run test:failover [-- --silent]

Does the same with two machines of a database: one dies and the other takes over. It needs Linux and
Debian's packages of PostgreSQL, Patroni, etcd and HAProxy, and names those that are missing.

  --silent   the machines fall silent instead of dying`,
  'test:wall': `npm run test:wall [-- OPTIONS]

Leaves the screen of a wall link open for a night whose clock goes faster, while observers report and the server is
killed twice, and says each hour what the page holds. Fails when that grows, or when it does not come back.

  --hours 8      how long the night is
  --faster 100   how much faster the page's clock goes`,
  load: `npm run load -- FOLDER [OPTIONS]

Loads an election from a folder of files: provinces.csv, counties.csv, municipalities.csv,
polling-stations.csv, observers.csv, election.json, and each form as a .json. Only counties.csv must be there.
Loading never deletes what the files omit. Replacements and changes are listed first, and have to be
confirmed. A rehearsal is emptied and archived, and a new election replaces it; a live election is added to.

  --name NAME        the election's name
  --day 2026-11-22   its day
  --timezone ZONE    its time zone: Europe/Bucharest
  --country RO       the country of phones without a prefix; default: that of the time zone
  --dry-run          lists everything that would be done, and does nothing
  --yes              does it without asking

${places}
Exit code 1, and no change, if a line is wrong or the changes are not confirmed.`,
  rehearse: `npm run rehearse -- [FOLDER] [OPTIONS]

Plays an evening against a server that runs, through the calls the phones make: observers sign in, arrive at
stations that exist, answer and write notes. With the folder that was loaded, its observers do; without one,
those of the rehearsal that a first start loads.

With --plan they are at their stations of the plan, not anywhere: its hours, from the start of the first shift to the
end of the last, are compressed into the evening; its first tenth is for signing in. They come,
report, leave, and go on to their next station in its order. Of a thousand 60 come late, by up to three hours of the
plan, 30 go to other stations of the county, 40 fall silent after a while, and 25 do not come; the lines that are
printed say how many. Phones send the moment it is, and deadlines stay where they are. Who is not in the plan goes
anywhere, as without it.

  --observers 200   the number of observers
  --minutes 5       the length of the evening
  --plan FILE       the plan, as its page exports it as CSV
  --seed 7          repeats the choices of a run that printed this seed: who is late, elsewhere, silent or absent
  --url URL         where the server is; default http://HOST:PORT, 127.0.0.1 and 8080 where they are not set`,
  verify: `npm run verify [-- HEAD.json …]

Makes the whole chain of history again from its lines, and compares it with its seals, with the heads that
history and DATA_DIR remember, and with those that were downloaded earlier. Names the functions, triggers and
rights in the database that the migrations do not make. Takes from history what every report said, and compares
it with what is stored; counts everything anew; reads every attachment. It changes nothing; exit code 1 where
anything does not fit.

  --without-files leaves the attachments out

  --accept-head   accepts the present end of the chain as correct, after a restore that went back in time; the
                  server seals nothing before. History records who did it; restart the server.

${places}`,
  recount: `npm run recount [-- --mend]

Counts every stored figure again, and lists the differences; exit code 1 if there are any that were
not corrected.

  --mend   corrects the stored figures

${places}`,
  backup: `npm run backup -- FILE

Puts the database, the attachments and the secret, as of one moment, into one encrypted file, while the server
runs or not. It asks for a passphrase, or takes BACKUP_PASSPHRASE; without it the file cannot be read. Exit
code 2 if the file is written, but attachments were missing from their store.

${places}`,
  restore: `npm run restore -- FILE

Puts what a backup holds into an empty DATA_DIR, and into an empty database where DATABASE_URL names one; when
anything is wrong, both are as empty as before. It asks for the passphrase, or takes BACKUP_PASSPHRASE.`,
  doctor: `npm run doctor [-- --json]

Checks settings, database, machine, public address, mail, messages and backups, and says for each whether it is fine,
to be looked at or wrong, and what to do. It asks only what the settings name, for five seconds at most. Exit code 1
when anything is wrong.

  --json   the same for programs

${places}`,
  'db:types': `npm run db:types

Writes database/schema.gen.ts, the types of the tables, after a new migration or a change in database/functions;
beside it what verify compares with, and how often the text of each function has changed.`,
  grammar: `npm run grammar

Writes features/forms/expression.gen.ts, the parser of conditions and checks, after a change of expression.peggy.`,
  openapi: `npm run openapi

Writes every call of the server, from the contracts, to dist/openapi.json.`,
  advisories: `npm run advisories [-- REPORT.json]

Lists what is published against the packages we ship, and fails for what is high or critical and not accepted in
docs/advisories.md. It asks npm, or reads a report that "npm audit --json" gave elsewhere.`,
  screens: `npm run screens [-- NAME]

Takes the pictures in docs/screens again, or only those whose names begin with NAME. It wants Chromium.`,
}

/** Prints a command's help and exits, if requested. */
export function helpIfAsked(name, args) {
  const asked = args.find((arg) => arg === '--help' || arg === '-h')
  if (asked === undefined) return
  console.log(helps[name])
  process.exit(0)
}

import type { TestBed } from '../test-bed.ts'

/** Another server of the same installation. No client calls it; it runs jobs and a projector. */
export type SecondServer = {
  /** SIGKILL, then started again. */
  strike(): Promise<void>
  stop(): Promise<void>
}

export async function startSecond(ground: TestBed): Promise<SecondServer> {
  const start = () => ground.startBeside(ground.built.folder, 0)
  let server = await start()
  return {
    strike: async () => {
      await server.kill()
      server = await start()
    },
    stop: () => server.stop(),
  }
}

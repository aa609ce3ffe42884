import { beforeAll } from 'vitest'
import type { Server } from './server.ts'
import { firstSignIn, type Session } from './session.ts'
import { makeStage, type Stage } from './stage.ts'

/** Those of the spec file that runs now. */
export let server: Server
export let admin: Session

/** The stage of a spec file with a fresh `server` that all its tests share, and its first `admin`. */
export function withServer(): Stage {
  const stage = makeStage()
  beforeAll(async () => {
    server = await stage.server()
    admin = await firstSignIn(server)
  })
  return stage
}

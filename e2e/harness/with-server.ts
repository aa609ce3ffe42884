import { beforeAll } from 'vitest'
import type { Server } from './server.ts'
import { firstSignIn, type Session } from './session.ts'
import { makeStage } from './stage.ts'

/** Those of the spec file that imports them: a fresh server that all its tests share, and its first admin. */
export const stage = makeStage()
export let server: Server
export let admin: Session

beforeAll(async () => {
  server = await stage.server()
  admin = await firstSignIn(server)
})

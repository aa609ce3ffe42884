import { beforeAll } from 'vitest'
import type { Server } from './server.js'
import { firstSignIn, type Session } from './session.js'
import { makeStage } from './stage.js'

/** Those of the spec file that imports them: a fresh server that all its tests share, and its first admin. */
export const stage = makeStage()
export let server: Server
export let admin: Session

beforeAll(async () => {
  server = await stage.server()
  admin = await firstSignIn(server)
})

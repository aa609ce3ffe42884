import { beforeAll, describe, expect, it } from 'vitest'
import { assembleCast } from './access/cast.ts'
import { verdictOf } from './access/verdict.ts'
import { type AccessRows, defineAccess, expected, type State, states, type Way, ways } from './harness/access.ts'
import { isChosen } from './harness/chosen.ts'
import { contributed } from './harness/contributed.ts'
import type { Server } from './harness/server.ts'
import { firstSignIn, type Session } from './harness/session.ts'
import { makeStage } from './harness/stage.ts'

const stage = makeStage()
let server: Server
let admin: Session

interface Route {
  readonly name: string
  readonly access: string
  readonly plugin: string
}

const kernelRows = defineAccess({
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /api-docs/openapi.json': 'public',
})
const rowsOf = new Map([['kernel', kernelRows], ...(await contributed<AccessRows>('access'))])

/** The routes that the program lists. */
async function registered(): Promise<Route[]> {
  const program = await stage.launch({}, ['routes'])
  expect((await program.exited).code).toBe(0)
  return program.lines
    .map((line) => /^([A-Z]+) +(\S+) +(public|member|admin|agent) +(\S+)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, method, path, access = '', plugin = '']) => ({ name: `${method} ${path}`, access, plugin }))
}

let addresses = 1

/** Of this machine. Refusals of an address are held back when they are many. */
function nextAddress(): string {
  addresses++
  return `127.0.${addresses >> 8}.${addresses & 255}`
}

/** The kernel's own pages and files: text that is the same for everybody. */
const isStatic = ({ name, plugin }: Route) => plugin === 'kernel' && !name.includes(' /api/')

beforeAll(async () => {
  // a database of its own, so that no row downloads one
  server = await stage.server({ config: { geoip: { mmdb_path: 'own.mmdb' }, asn: { mmdb_path: 'own.mmdb' } } })
  admin = await firstSignIn(server)
})

it('every route has a row where its plugin is, and every row has a route', async () => {
  const routes = await registered()
  expect(routes.length).toBeGreaterThan(60)
  const ours = routes.filter((route) => !isStatic(route) || route.name in kernelRows)
  const rows = [...rowsOf].flatMap(([folder, rows]) => Object.keys(rows).map((name) => `${folder}: ${name}`))
  const folderOf = (plugin: string) => (plugin === 'kernel' ? plugin : `plugins/${plugin}`)
  expect(ours.map(({ name, plugin }) => `${folderOf(plugin)}: ${name}`).toSorted()).toEqual(rows.toSorted())
  for (const route of routes.filter(isStatic)) expect(route).toMatchObject({ access: 'public' })
})

describe.each([...rowsOf].filter(([folder]) => isChosen(folder)))('access to %s', (_, rows) => {
  it.each(Object.entries(rows))('%s is for: %s', async (route, kind) => {
    // signing out uses the credential up, so every route gets callers of its own
    const cast = await castFor(route)
    const from = nextAddress()
    const actual: Record<string, string> = {}
    const wanted: Record<string, string> = {}
    for (const state of states) {
      for (const way of ways) {
        const name = `${state} by ${way}`
        actual[name] = await verdictOf(server, route, cast[state][way], from)
        wanted[name] = expected[kind](state, way)
      }
    }
    expect(actual).toEqual(wanted)
  })
})

let shared: Promise<Record<State, Record<Way, Readonly<Record<string, string>>>>> | undefined

/** One cast plays for all routes except those that end what they are called with. */
function castFor(route: string) {
  if (route.endsWith('/logout')) return assembleCast(server, admin)
  shared ??= assembleCast(server, admin)
  return shared
}

import { randomBytes, randomUUID } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { badRequest, type Core, normalizeName, notFound, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { Catalog } from '../catalog/catalog.ts'
import type { ServiceChange, ServiceInput, ServiceRequest, UnlockService } from '../quality-schema.ts'
import { CheckRequest, maxServices, Rule, type SyncedService } from '../wire.ts'
import { checkRules, readRequest } from './check-input.ts'
import type { ServiceRow, ServicesStore } from './services-store.ts'

/** Built-in services need room below the limit of agents. */
const maxCustom = maxServices / 2

const StoredRules = Type.Array(Rule, { minItems: 1 })

/** The request and rules of a custom service; undefined if what is stored is neither. */
function storedCheck({
  request,
  rules,
}: ServiceRow): (Pick<ServiceInput, 'rules'> & { request: ServiceRequest }) | undefined {
  try {
    const stored = { request: JSON.parse(request ?? ''), rules: JSON.parse(rules ?? '') }
    return Value.Check(CheckRequest, stored.request) && Value.Check(StoredRules, stored.rules) ? stored : undefined
  } catch {
    return undefined
  }
}

interface Dependencies extends Pick<Core, 'clock' | 'log'> {
  readonly store: ServicesStore
  readonly catalog: Pick<Catalog, 'current'>
}

/** What is checked: the services of the catalog, and those that admins add. */
export function makeServices({ clock, log, store, catalog }: Dependencies) {
  const fileOf = (key: string) => catalog.current().services.find((file) => file.key === key)

  /** Undefined for a built-in service whose file is no longer there. */
  function view(row: ServiceRow): UnlockService | undefined {
    const file = row.is_builtin ? fileOf(row.key) : undefined
    if (row.is_builtin && !file) return undefined
    const check = row.is_builtin ? undefined : storedCheck(row)
    const { name, category, popularity } = file ?? row
    return {
      ...{ id: row.id, key: row.key, name, category, popularity },
      is_builtin: row.is_builtin === 1,
      enabled: row.enabled === 1,
      detector: row.is_builtin ? row.key : null,
      request: check?.request ?? null,
      rules: check ? [...check.rules] : null,
      created_at: toTimestamp(row.created_at),
      updated_at: toTimestamp(row.updated_at),
    }
  }

  const list = () =>
    store
      .list()
      .flatMap((row) => view(row) ?? [])
      .sort((a, b) => b.popularity - a.popularity || (a.name < b.name ? -1 : 1))

  function require(id: string): ServiceRow {
    const row = store.get(id)
    if (!row || !view(row)) throw notFound('ip-quality.UNKNOWN_SERVICE')
    return row
  }

  function requireCustom(id: string): ServiceRow {
    const row = require(id)
    if (row.is_builtin) throw badRequest('ip-quality.BUILT_IN')
    return row
  }

  function viewOf(id: string): UnlockService {
    const found = view(require(id))
    if (!found) throw notFound('ip-quality.UNKNOWN_SERVICE')
    return found
  }

  return {
    list,
    /** Adds rows for services of the catalog that have none. */
    addBuiltIn(): void {
      const known = new Set(store.list().map(({ key }) => key))
      const now = toSeconds(clock.now())
      for (const { key, name, category, popularity } of catalog.current().services) {
        if (known.has(key)) continue
        const row = { id: randomUUID(), key, is_builtin: 1, enabled: 1, name, category, popularity } as const
        store.put({ ...row, request: null, rules: null, created_at: now, updated_at: now })
      }
    },
    create(input: ServiceInput): UnlockService {
      if (store.countCustom() >= maxCustom) throw badRequest('ip-quality.TOO_MANY_SERVICES', { limit: maxCustom })
      const request = readRequest(input.request)
      checkRules(input.rules)
      const now = toSeconds(clock.now())
      const id = randomUUID()
      store.put({
        id,
        key: `custom_${randomBytes(4).toString('hex')}`,
        is_builtin: 0,
        enabled: input.enabled === false ? 0 : 1,
        name: normalizeName(input.name),
        category: normalizeName(input.category),
        popularity: input.popularity ?? 0,
        request: JSON.stringify(request),
        rules: JSON.stringify(input.rules),
        created_at: now,
        updated_at: now,
      })
      return viewOf(id)
    },
    update(id: string, change: ServiceChange): UnlockService {
      const row = require(id)
      const { enabled, name, category, popularity, request, rules } = change
      const isMore = [name, category, popularity, request, rules].some((value) => value !== undefined)
      if (row.is_builtin && isMore) throw badRequest('ip-quality.BUILT_IN')
      if (rules) checkRules(rules)
      store.put({
        ...row,
        enabled: enabled === undefined ? row.enabled : enabled ? 1 : 0,
        name: name === undefined ? row.name : normalizeName(name),
        category: category === undefined ? row.category : normalizeName(category),
        popularity: popularity ?? row.popularity,
        request: request ? JSON.stringify(readRequest(request)) : row.request,
        rules: rules ? JSON.stringify(rules) : row.rules,
        updated_at: toSeconds(clock.now()),
      })
      return viewOf(id)
    },
    remove(id: string): UnlockService {
      requireCustom(id)
      const removed = viewOf(id)
      store.remove(id)
      return removed
    },
    /** Ids of services that agents may report. */
    ids: (): ReadonlySet<string> => new Set(list().map(({ id }) => id)),
    /** The enabled services for agents. One whose stored check cannot be read is left out: without rules it would fail. */
    forAgents(): SyncedService[] {
      return store.list().flatMap((row): SyncedService[] => {
        if (!row.enabled) return []
        const { id, key } = row
        if (row.is_builtin) {
          const file = fileOf(key)
          return file ? [{ id, key, detector: key, check: file.check }] : []
        }
        const check = storedCheck(row)
        if (check) return [{ id, key, request: check.request, rules: [...check.rules] }]
        log.warn({ service: id }, 'the stored check of a service cannot be read; it is not checked')
        return []
      })
    },
  }
}
export type Services = ReturnType<typeof makeServices>

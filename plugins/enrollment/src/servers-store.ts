import { type Database, notFound } from '@svc/plugin-sdk'
import type { AgentFacts } from './agents/facts.ts'
import type { ServerAddresses, ServerLocation } from './contract.ts'
import type { Profile } from './profile.ts'

type StoredProfile = { [K in keyof Profile]: Profile[K] extends boolean ? 0 | 1 : Profile[K] }

/** A row of `enrollment_servers`; booleans are 0 or 1, times epoch seconds. */
export interface ServerRow extends AgentFacts, StoredProfile {
  number: number
  id: string
  region: string | null
  geo_manual: 0 | 1
  /** JSON list */
  features: string
  capabilities: number
  token_hash: string | null
  token_prefix: string | null
  last_seen_ms: number | null
  last_remote_addr: string | null
  created_at: number
  updated_at: number
}

/** Columns that a profile update may set. */
export type Changes = Partial<StoredProfile & Pick<ServerRow, 'region' | 'geo_manual'>>

/** The columns that other plugins see: they ask for servers all the time, and every column costs. */
const publicColumns = [
  ...(['id', 'number', 'name', 'hidden', 'mem_total', 'swap_total', 'disk_total', 'cpu_cores', 'created_at'] as const),
  ...(['price', 'currency', 'billing_cycle', 'billing_start_day', 'expired_at'] as const),
  ...(['traffic_limit', 'traffic_limit_type', 'group_id'] as const),
] as const satisfies readonly (keyof ServerRow)[]

export type PublicRow = Pick<ServerRow, (typeof publicColumns)[number]>

export type ServersStore = ReturnType<typeof serversStore>

export function serversStore(db: Database) {
  const insert = db.prepare<[Record<string, unknown>]>(`
    INSERT INTO enrollment_servers (
      id, name, group_id, remark, public_remark, price, currency, billing_cycle, billing_start_day, expired_at,
      traffic_limit, traffic_limit_type, capabilities, created_at, updated_at
    ) VALUES (
      @id, @name, @group_id, @remark, @public_remark, @price, @currency, @billing_cycle, @billing_start_day,
      @expired_at, @traffic_limit, @traffic_limit_type, @capabilities, @now, @now
    )`)
  const byId = db.prepare<[string], ServerRow>('SELECT * FROM enrollment_servers WHERE id = ?')
  const order = 'ORDER BY weight DESC, created_at DESC, number DESC'
  const all = db.prepare<[], ServerRow>(`SELECT * FROM enrollment_servers ${order}`)
  const publicById = db.prepare<[string], PublicRow>(
    `SELECT ${publicColumns.join(', ')} FROM enrollment_servers WHERE id = ?`,
  )
  const allPublic = db.prepare<[], PublicRow>(`SELECT ${publicColumns.join(', ')} FROM enrollment_servers ${order}`)
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM enrollment_servers')
  const ids = db.prepare<[], { id: string }>('SELECT id FROM enrollment_servers ORDER BY number')
  const hidden = db.prepare<[], { id: string }>('SELECT id FROM enrollment_servers WHERE hidden = 1')
  const inGroup = db.prepare<[string], { id: string }>('SELECT id FROM enrollment_servers WHERE group_id = ?')
  const remove = db.prepare<[string]>('DELETE FROM enrollment_servers WHERE id = ?')
  const byToken = db.prepare<[string], { id: string }>('SELECT id FROM enrollment_servers WHERE token_hash = ?')
  const tokenOf = db.prepare<[string], { token_hash: string | null }>(
    'SELECT token_hash FROM enrollment_servers WHERE id = ?',
  )
  const setToken = db.prepare<[string | null, string | null, string]>(
    'UPDATE enrollment_servers SET token_hash = ?, token_prefix = ? WHERE id = ?',
  )
  const seen = db.prepare<[number, string]>('UPDATE enrollment_servers SET last_seen_ms = ? WHERE id = ?')
  const remote = db.prepare<[string, string]>('UPDATE enrollment_servers SET last_remote_addr = ? WHERE id = ?')
  const facts = db.prepare<[AgentFacts & { id: string; now: number }]>(`
    UPDATE enrollment_servers SET
      cpu_name = @cpu_name, cpu_cores = @cpu_cores, cpu_arch = @cpu_arch, os = @os, kernel_version = @kernel_version,
      mem_total = @mem_total, swap_total = @swap_total, disk_total = @disk_total, ipv4 = @ipv4, ipv6 = @ipv6,
      virtualization = @virtualization, agent_version = @agent_version, protocol_version = @protocol_version,
      updated_at = @now
    WHERE id = @id`)
  const saveAddresses = db.prepare<[string | null, string | null, string]>(
    'UPDATE enrollment_servers SET ipv4 = ?, ipv6 = ? WHERE id = ?',
  )
  const addresses = db.prepare<[string], ServerAddresses>(
    'SELECT ipv4, ipv6, last_remote_addr AS remote FROM enrollment_servers WHERE id = ?',
  )
  const placement = db.prepare<
    [string],
    Pick<ServerRow, 'group_id' | 'country_code' | 'region'> & { readonly group_name: string | null }
  >(`
    SELECT group_id, enrollment_groups.name AS group_name, country_code, region
    FROM enrollment_servers LEFT JOIN enrollment_groups ON enrollment_groups.id = group_id
    WHERE enrollment_servers.id = ?`)
  const locate = db.prepare<[ServerLocation & { id: string; now: number }]>(`
    UPDATE enrollment_servers SET country_code = @countryCode, region = @region, updated_at = @now
    WHERE id = @id AND geo_manual = 0 AND (country_code IS NOT @countryCode OR region IS NOT @region)`)
  const features = db.prepare<[string, string]>('UPDATE enrollment_servers SET features = ? WHERE id = ?')
  const capabilities = db.prepare<[number, string]>('UPDATE enrollment_servers SET capabilities = ? WHERE id = ?')

  return {
    /** Returns the stable number of the new row. */
    insert: (
      row: Omit<Profile, 'weight' | 'hidden' | 'country_code'> & Pick<ServerRow, 'id' | 'capabilities'>,
      now: number,
    ) => Number(insert.run({ ...row, now }).lastInsertRowid),
    get: (id: string) => byId.get(id),
    getPublic: (id: string) => publicById.get(id),
    /** Throws 404 for an unknown server. */
    require(id: string): ServerRow {
      const row = byId.get(id)
      if (!row) throw notFound('kernel.UNKNOWN_SERVER')
      return row
    },
    /** By weight descending, then creation descending. */
    list: () => all.all(),
    listPublic: () => allPublic.all(),
    count: () => count.get()?.n ?? 0,
    ids: () => ids.all().map((row) => row.id),
    hiddenIds: () => hidden.all().map((row) => row.id),
    idsInGroup: (groupId: string) => inGroup.all(groupId).map((row) => row.id),
    update(id: string, changes: Changes, now: number) {
      const columns = Object.keys(changes)
      db.prepare<[Record<string, unknown>]>(
        `UPDATE enrollment_servers SET ${columns.map((name) => `${name} = @${name}`).join(', ')}, updated_at = @now WHERE id = @id`,
      ).run({ ...changes, id, now })
    },
    remove: (id: string) => remove.run(id).changes > 0,
    idByToken: (hash: string) => byToken.get(hash)?.id,
    /** `null`: unclaimed; `undefined`: unknown server. */
    tokenHash: (id: string) => tokenOf.get(id)?.token_hash,
    setToken: (id: string, token: { hash: string; prefix: string } | null) =>
      void setToken.run(token?.hash ?? null, token?.prefix ?? null, id),
    saveLastSeen: (id: string, ms: number) => void seen.run(ms, id),
    saveRemoteAddress: (id: string, address: string) => void remote.run(address, id),
    saveFacts: (id: string, values: AgentFacts, now: number) => void facts.run({ ...values, id, now }),
    saveAddresses: (id: string, ipv4: string | null, ipv6: string | null) => void saveAddresses.run(ipv4, ipv6, id),
    addresses: (id: string) => addresses.get(id),
    placement: (id: string) => placement.get(id),
    /** False if nothing changed: same location, pinned, or unknown server. */
    locate: (id: string, { countryCode, region }: ServerLocation, now: number) =>
      locate.run({ id, countryCode, region, now }).changes > 0,
    saveFeatures: (id: string, names: readonly string[]) => void features.run(JSON.stringify(names), id),
    saveCapabilities: (id: string, bits: number) => void capabilities.run(bits, id),
  }
}

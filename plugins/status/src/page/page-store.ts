import { randomUUID } from 'node:crypto'
import type { Database } from '@svc/plugin-sdk'
import type { StatusPage } from '../status-schema.ts'

/** What is set by an admin, apart from servers and logo. */
export type PageSettings = Omit<
  StatusPage,
  'id' | 'all_servers' | 'server_ids' | 'has_logo' | 'created_at' | 'updated_at'
> & {
  /** all visible servers, also future ones; not the same as a list that became empty */
  readonly all_servers: boolean
}

export interface StoredPage extends PageSettings {
  readonly id: string
  readonly serverIds: readonly string[]
  readonly hasLogo: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

export interface Logo {
  readonly type: string
  readonly bytes: Buffer
}

const defaults: PageSettings = {
  enabled: false,
  title: 'Status',
  description: null,
  content: null,
  all_servers: true,
  monitor_ids: [],
  default_layout: 'grid',
  show_server_detail: true,
  show_network: false,
  show_ip_quality: false,
  show_incidents: true,
  show_maintenance: true,
  uptime_yellow_threshold: 99,
  uptime_red_threshold: 95,
  noindex: false,
  accent_color: null,
  public_url: null,
  allow_subscriptions: false,
  mail_from: null,
}

interface PageRow {
  readonly id: string
  readonly settings_json: string
  readonly has_logo: 0 | 1
  readonly created_at: number
  readonly updated_at: number
}

export type PageStore = ReturnType<typeof pageStore>

export function pageStore(db: Database) {
  const row = db.prepare<[], PageRow>(
    'SELECT id, settings_json, logo IS NOT NULL AS has_logo, created_at, updated_at FROM status_pages LIMIT 1',
  )
  const insert = db.prepare<[string, string, number, number]>(
    'INSERT INTO status_pages (id, settings_json, created_at, updated_at) VALUES (?, ?, ?, ?)',
  )
  const update = db.prepare<[string, number]>('UPDATE status_pages SET settings_json = ?, updated_at = ?')
  const setLogo = db.prepare<[Buffer | null, string | null]>('UPDATE status_pages SET logo = ?, logo_type = ?')
  const logo = db.prepare<[], { logo: Buffer; logo_type: string }>(
    'SELECT logo, logo_type FROM status_pages WHERE logo IS NOT NULL',
  )
  const serverIds = db.prepare<[], { server_id: string }>('SELECT server_id FROM status_page_servers ORDER BY position')
  const clearServers = db.prepare('DELETE FROM status_page_servers')
  const addServer = db.prepare<[string]>('INSERT INTO status_page_servers (server_id) VALUES (?)')

  return {
    /** Creates the row when it is read for the first time. */
    get(now: number): StoredPage {
      let stored = row.get()
      if (!stored) {
        stored = { id: randomUUID(), settings_json: '{}', has_logo: 0, created_at: now, updated_at: now }
        insert.run(stored.id, stored.settings_json, now, now)
      }
      return {
        ...defaults,
        ...(JSON.parse(stored.settings_json) as Partial<PageSettings>),
        id: stored.id,
        serverIds: serverIds.all().map(({ server_id }) => server_id),
        hasLogo: stored.has_logo === 1,
        createdAt: stored.created_at,
        updatedAt: stored.updated_at,
      }
    },
    save: (settings: PageSettings, now: number) => void update.run(JSON.stringify(settings), now),
    setServers(ids: readonly string[]) {
      clearServers.run()
      for (const id of ids) addServer.run(id)
    },
    logo(): Logo | undefined {
      const found = logo.get()
      return found && { type: found.logo_type, bytes: found.logo }
    },
    setLogo: (image: Logo | null) => void setLogo.run(image?.bytes ?? null, image?.type ?? null),
  }
}

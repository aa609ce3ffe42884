import type { Mailer } from '@svc/plugin-alerts/contract'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, type Core, invalid, normalizeName, type Principal, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { StatusPage, StatusPageUpdate } from '../status-schema.ts'
import { bodyOf } from '../text-input.ts'
import { readLogo } from './logo.ts'
import type { PageSettings, PageStore, StoredPage } from './page-store.ts'

interface Dependencies {
  readonly db: Pick<Core['db'], 'afterCommit'>
  readonly clock: Pick<Clock, 'now'>
  readonly servers: Pick<Servers, 'get' | 'isVisible'>
  readonly store: PageStore
  /** undefined without the monitors plugin */
  readonly monitorExists: ((id: string) => boolean) | undefined
  /** undefined where no email can be sent */
  readonly mailer: Pick<Mailer, 'isAddress'> | undefined
  onChanged(): void
}

/** The configured address of this service, or the one that the reader used. */
export const originOf = (
  { public_url }: Pick<StoredPage, 'public_url'>,
  { protocol, host }: { readonly protocol: string; readonly host: string },
): string => public_url ?? URL.parse(`${protocol}://${host}`)?.origin ?? 'http://localhost'

const unique = (ids: readonly string[]) => [...new Set(ids)]

/** Origin of an http or https URL. */
function readOrigin(text: string): string | null {
  if (text.trim() === '') return null
  const url = URL.parse(text.trim())
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
  if (!isPlain || url.pathname !== '/' || url.search || url.hash) throw invalid('public_url', 'status.PUBLIC_URL')
  return url.origin
}

const settingsOf = ({
  id: _,
  serverIds: __,
  hasLogo: ___,
  createdAt: ____,
  updatedAt: _____,
  ...settings
}: StoredPage) => settings

/** The configuration of the page. */
export function makePage({ db, clock, servers, store, monitorExists, mailer, onChanged }: Dependencies) {
  const now = () => toSeconds(clock.now())

  const readMonitors = (ids: readonly string[], before: readonly string[]) => {
    if (!ids.every((id) => before.includes(id) || monitorExists?.(id))) {
      throw invalid('monitor_ids', 'status.MONITORS_MUST_EXIST')
    }
    return unique(ids)
  }

  const merge = (before: StoredPage, input: StatusPageUpdate): PageSettings => {
    const { logo: _, server_ids, ...plain } = input
    const next: PageSettings = {
      ...settingsOf(before),
      ...plain,
      title: input.title === undefined ? before.title : normalizeName(input.title),
      description: input.description === undefined ? before.description : bodyOf(input.description),
      content: input.content === undefined ? before.content : bodyOf(input.content),
      all_servers: server_ids === undefined ? before.all_servers : (server_ids ?? []).length === 0,
      monitor_ids:
        input.monitor_ids === undefined
          ? before.monitor_ids
          : readMonitors(input.monitor_ids ?? [], before.monitor_ids),
      public_url: input.public_url
        ? readOrigin(input.public_url)
        : input.public_url === null
          ? null
          : before.public_url,
    }
    if (next.uptime_red_threshold > next.uptime_yellow_threshold) {
      throw invalid('uptime_yellow_threshold', 'status.THRESHOLD_ORDER')
    }
    if (next.mail_from !== before.mail_from && next.mail_from !== null && !mailer?.isAddress(next.mail_from)) {
      throw invalid('mail_from', mailer ? 'status.ADDRESS' : 'status.NO_EMAIL')
    }
    return next
  }

  return {
    get: () => store.get(now()),
    logo: store.logo,

    update(input: StatusPageUpdate): void {
      const before = store.get(now())
      const ids = unique(input.server_ids ?? [])
      if (!ids.every((id) => servers.get(id))) throw invalid('server_ids', 'status.SERVERS_MUST_EXIST')
      store.save(merge(before, input), now())
      if (input.server_ids !== undefined) store.setServers(ids)
      if (input.logo !== undefined) store.setLogo(input.logo === null ? null : readLogo(input.logo))
      db.afterCommit(onChanged)
    },

    /** The page as an update would make it, switched on; nothing is saved. */
    draft(input: StatusPageUpdate): StoredPage {
      const before = store.get(now())
      const { server_ids, logo } = input
      return {
        ...before,
        ...merge(before, input),
        enabled: true,
        serverIds: server_ids === undefined ? before.serverIds : unique(server_ids ?? []),
        hasLogo: logo === undefined ? before.hasLogo : logo !== null,
      }
    },

    view(viewer: Pick<Principal, 'role'>): StatusPage {
      const { serverIds, hasLogo, createdAt, updatedAt, ...page } = store.get(now())
      return {
        ...page,
        server_ids: serverIds.filter((id) => servers.isVisible(id, viewer)),
        monitor_ids: monitorExists ? page.monitor_ids.filter(monitorExists) : page.monitor_ids,
        has_logo: hasLogo,
        created_at: toTimestamp(createdAt),
        updated_at: toTimestamp(updatedAt),
      }
    },
  }
}
export type Page = ReturnType<typeof makePage>

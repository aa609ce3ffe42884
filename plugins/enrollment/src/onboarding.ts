import { createHash, randomUUID } from 'node:crypto'
import { ApiError, badRequest, type Clock, type Database, invalid, type Registry, toSeconds } from '@svc/plugin-sdk'
import { defaultCapabilities, toMask } from '@svc/protocol'
import type { Actor } from './actor.ts'
import type { Authority } from './authority.ts'
import type { ServerLifecycle } from './contract.ts'
import type { GroupsStore } from './groups-store.ts'
import { defaultTtlSeconds, type Offers } from './offers.ts'
import { defaultBilling, normalizeProfile, type Profile } from './profile.ts'
import type { RequestsStore } from './requests-store.ts'
import type { OnboardBody, Onboarded } from './server-schema.ts'
import { publicServer } from './server-view.ts'
import type { ServersStore } from './servers-store.ts'
import { normalizeTags, type TagsStore } from './tags-store.ts'

interface Dependencies {
  readonly db: Database
  readonly clock: Clock
  readonly servers: ServersStore
  readonly groups: GroupsStore
  readonly tags: TagsStore
  readonly requests: RequestsStore
  readonly offers: Offers
  readonly authority: Authority
  readonly lifecycle: Registry<ServerLifecycle>
  /** 0: unlimited */
  readonly maxServers: number
  /** Called in the transaction. */
  onCreated(serverId: string): void
}

type NewProfile = Omit<Profile, 'weight' | 'hidden' | 'country_code'>

const newProfile: NewProfile = {
  name: '',
  group_id: null,
  remark: null,
  public_remark: null,
  price: null,
  currency: null,
  ...defaultBilling,
  expired_at: null,
  traffic_limit: null,
  traffic_limit_type: null,
}
const newFields = Object.keys(newProfile) as (keyof NewProfile)[]

export type Onboard = ReturnType<typeof makeOnboarding>

/** Creates a server in one transaction; idempotent per actor and request id. */
export function makeOnboarding(deps: Dependencies) {
  const { db, clock, servers, groups, tags, requests, offers, authority, lifecycle, maxServers, onCreated } = deps

  const normalize = (body: OnboardBody) => {
    const { onboarding_request_id: id, tags: labels = [], ttl_secs: ttl = defaultTtlSeconds } = body
    const fields = Object.fromEntries(newFields.map((field) => [field, body[field]]))
    const profile: NewProfile = { ...newProfile, ...normalizeProfile(fields) }
    return { id, ttl, labels: normalizeTags(labels), profile }
  }

  const create = (input: ReturnType<typeof normalize>, inputHash: string, actorId: string, actor: Actor): Onboarded => {
    const { profile } = input
    if (profile.group_id !== null && !groups.get(profile.group_id)) {
      throw invalid('group_id', 'enrollment.UNKNOWN_GROUP')
    }
    if (maxServers > 0 && servers.count() >= maxServers) {
      throw badRequest('enrollment.SERVER_LIMIT_REACHED', { max: maxServers })
    }
    const id = randomUUID()
    const now = toSeconds(clock.now())
    const number = servers.insert({ ...profile, id, capabilities: toMask(defaultCapabilities) }, now)
    tags.replace(id, input.labels)
    const unreported = { mem_total: null, swap_total: null, disk_total: null, cpu_cores: null }
    const server = publicServer({ ...profile, ...unreported, id, number, hidden: 0, created_at: now })
    for (const item of lifecycle.all()) item.onCreate?.(server)
    const enrollment = authority.issueInitial(server, input.ttl, actor)
    requests.insert({
      actor_id: actorId,
      request_id: input.id,
      input_hash: inputHash,
      server_id: id,
      created_at: now,
    })
    onCreated(id)
    return { server_id: id, replayed: false, enrollment, outstanding_offer: null }
  }

  return (body: OnboardBody, actorId: string, actor: Actor): Onboarded => {
    const input = normalize(body)
    const { id: _, ...hashed } = input
    const inputHash = createHash('sha256').update(JSON.stringify(hashed)).digest('base64url')
    return db.transaction((): Onboarded => {
      const previous = requests.find(actorId, input.id)
      if (!previous) return create(input, inputHash, actorId, actor)
      if (previous.input_hash !== inputHash) {
        throw new ApiError(409, 'enrollment.ONBOARDING_IDEMPOTENCY_CONFLICT')
      }
      const serverId = previous.server_id
      return {
        server_id: serverId,
        replayed: true,
        enrollment: null,
        outstanding_offer: offers.outstanding(serverId),
      }
    })
  }
}

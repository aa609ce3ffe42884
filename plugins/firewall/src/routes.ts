import { Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import {
  type Core,
  text as codedText,
  conflict,
  cutPage,
  data,
  formatCursor,
  linkNext,
  OneOf,
  PageCursor,
  type Principal,
  parseCursor,
  type Routes,
  toTimestamp,
} from '@svc/plugin-sdk'
import { parseNetwork } from '@svc/probe-target'
import {
  ActivityItem,
  BlockDetail,
  BlockInput,
  BlockPage,
  BlockPatch,
  BlockStats,
  FirewallBlock,
  ProtectedRange,
  TargetCheck,
} from './block-schema.ts'
import type { Blocks } from './blocks.ts'
import type { BlockRow, BlocksStore } from './blocks-store.ts'
import type { Delivery } from './delivery.ts'
import type { ReportedRow, StatesStore } from './states-store.ts'
import type { Targets } from './targets.ts'

const member = { config: { access: 'member' } } as const
const admin = { config: { access: 'admin' } } as const
const maxActivity = 100

interface Dependencies extends Pick<Core, 'text'> {
  readonly servers: Pick<Servers, 'visibleTo' | 'hiddenFrom' | 'require' | 'isVisible'>
  readonly store: BlocksStore
  readonly states: StatesStore
  readonly blocks: Blocks
  readonly targets: Targets
  readonly delivery: Pick<Delivery, 'takesBlocks' | 'sync'>
}

const toTimestampOrNull = (seconds: number | null) => (seconds === null ? null : toTimestamp(seconds))

const stateView = ({ server_id, state, reason, at }: ReportedRow) => ({ server_id, state, reason, at: toTimestamp(at) })

/** Blocks, what hosts say about them, and whether a target can be blocked. */
export const firewallRoutes =
  ({ servers, store, states, blocks, targets, delivery, text }: Dependencies): Routes =>
  async (app) => {
    const params = Type.Object({ id: Type.String({ maxLength: 64 }) })

    /** Views of blocks for one user, with the servers that exist for them. */
    function viewer(principal: Principal) {
      const visible = servers.visibleTo(principal).map(({ id }) => id)
      return (row: BlockRow): FirewallBlock => {
        const { seq: _, ...fields } = row
        const listed = new Set(store.serverIds(row.id))
        const covered = visible.filter(
          (id) => row.cover_type === 'all' || (row.cover_type === 'include') === listed.has(id),
        )
        const known = new Set(covered)
        const reported = states.ofBlock(row.id).filter(({ server_id }) => known.has(server_id))
        const count = (state: string) => reported.filter((each) => each.state === state).length
        const [present, failed] = [count('present'), count('failed')]
        return {
          ...fields,
          server_ids: row.cover_type === 'all' ? null : visible.filter((id) => listed.has(id)),
          created_at: toTimestamp(row.created_at),
          expires_at: toTimestampOrNull(row.expires_at),
          confirm_until: toTimestampOrNull(row.confirm_until),
          applied: { present, failed, waiting: covered.length - present - failed },
        }
      }
    }

    function detail(row: BlockRow, principal: Principal): BlockDetail {
      const reported = states.ofBlock(row.id).filter(({ server_id }) => servers.isVisible(server_id, principal))
      return { ...viewer(principal)(row), states: reported.map(stateView) }
    }

    app.get(
      '/api/firewall/blocks',
      {
        config: { ...member.config, errors: [404] },
        schema: {
          summary: 'Blocked addresses and ranges, newest first',
          querystring: Type.Object({
            origin: Type.Optional(OneOf('manual', 'auto')),
            target_q: Type.Optional(Type.String({ maxLength: 64, description: 'part of the target' })),
            server_id: Type.Optional(Type.String({ maxLength: 64, description: 'only blocks that cover this server' })),
            state: Type.Optional(OneOf('failed', 'waiting')),
            limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
            cursor: PageCursor,
          }),
          response: { 200: data(BlockPage) },
        },
      },
      async ({ query, principal }, reply) => {
        const { origin, target_q, server_id: serverId, state, limit, cursor } = query
        if (serverId !== undefined) servers.require(serverId, principal)
        const on = serverId === undefined ? servers.visibleTo(principal).map(({ id }) => id) : [serverId]
        const filter = {
          origin,
          target: target_q?.trim().toLowerCase() || undefined,
          serverId,
          state: state && { is: state, on },
        }
        const found = store.page(filter, limit + 1, parseCursor(cursor, 2))
        const { rows, next } = cutPage(found, limit, ({ created_at, seq }) => formatCursor(created_at, seq))
        linkNext(reply, { cursor: next })
        const view = viewer(principal)
        const here = new Map(serverId === undefined ? [] : states.ofServer(serverId).map((row) => [row.block_id, row]))
        const items = rows.map((row) => {
          const state = here.get(row.id)
          return { ...view(row), state: state ? stateView(state) : null }
        })
        return { data: { items, next_cursor: next } }
      },
    )

    app.get(
      '/api/firewall/blocks/:id',
      {
        ...member,
        schema: { summary: 'A block, with its state on each server', params, response: { 200: data(BlockDetail) } },
      },
      async ({ params: { id }, principal }) => ({ data: detail(blocks.require(id), principal) }),
    )

    app.get(
      '/api/firewall/stats',
      { ...member, schema: { summary: 'Numbers of blocks', response: { 200: data(BlockStats) } } },
      async () => ({ data: store.stats() }),
    )

    app.get(
      '/api/firewall/activity',
      {
        ...member,
        schema: { summary: 'Latest changes on hosts, newest first', response: { 200: data(Type.Array(ActivityItem)) } },
      },
      async ({ principal }) => ({
        data: states
          .newest([...servers.hiddenFrom(principal)], maxActivity)
          .map((row) => ({ ...stateView(row), block_id: row.block_id, target: row.target })),
      }),
    )

    app.get(
      '/api/firewall/check',
      {
        ...admin,
        schema: {
          summary: 'Whether an address or range could be blocked',
          querystring: Type.Object({ target: Type.String({ maxLength: 64 }) }),
          response: { 200: data(TargetCheck) },
        },
      },
      async ({ query, ip }) => {
        const target = parseNetwork(query.target.trim())
        if (!target) {
          const problem = codedText('firewall.NOT_A_RANGE')
          return { data: { target: null, problem: text(problem), problem_text: problem, covered_by: null } }
        }
        const problem =
          targets.protectionOf(target, ip) ??
          (targets.same(target) && codedText('firewall.ALREADY_BLOCKED', { target: target.text }))
        return {
          data: {
            target: target.text,
            problem: problem ? text(problem) : null,
            problem_text: problem ?? null,
            covered_by: targets.covering(target)?.target ?? null,
          },
        }
      },
    )

    app.get(
      '/api/firewall/protected',
      {
        ...admin,
        schema: {
          summary: 'Addresses and ranges that nobody can block, and why',
          response: { 200: data(Type.Array(ProtectedRange)) },
        },
      },
      async ({ ip }) => ({ data: targets.protected(ip) }),
    )

    app.post(
      '/api/firewall/blocks',
      {
        ...admin,
        schema: { summary: 'Block an address or range', body: BlockInput, response: { 200: data(FirewallBlock) } },
      },
      async (req) => ({ data: viewer(req.principal)(blocks.create(req.body, req)) }),
    )

    app.post(
      '/api/firewall/blocks/:id/confirm',
      {
        ...admin,
        schema: {
          summary: 'Keep a block that would be removed without confirmation',
          params,
          response: { 200: data(FirewallBlock) },
        },
      },
      async ({ params: { id }, principal }) => ({ data: viewer(principal)(blocks.confirm(id)) }),
    )

    app.patch(
      '/api/firewall/blocks/:id',
      {
        ...admin,
        schema: {
          summary: 'Change the expiry or the comment of a block',
          params,
          body: BlockPatch,
          response: { 200: data(FirewallBlock) },
        },
      },
      async (req) => ({ data: viewer(req.principal)(blocks.update(req.params.id, req.body, req)) }),
    )

    app.post(
      '/api/firewall/blocks/batch-delete',
      {
        ...admin,
        schema: {
          summary: 'Unblock several targets; ids that no longer exist are skipped',
          body: Type.Object({ ids: Type.Array(params.properties.id, { minItems: 1, maxItems: 200 }) }),
          response: { 200: data(Type.Object({ deleted: Type.Integer() })) },
        },
      },
      async (req) => ({ data: { deleted: blocks.removeAll(req.body.ids, req) } }),
    )

    app.post(
      '/api/servers/:id/firewall/sync',
      {
        config: { access: 'admin', server: 'id', capability: 'firewall_block' },
        schema: {
          summary: 'Reset the block list of a host and apply it again',
          params,
          response: { 200: data(Type.Literal(true)) },
        },
      },
      async ({ params: { id } }) => {
        if (!delivery.takesBlocks(id)) throw conflict('firewall.AGENT_TOO_OLD')
        delivery.sync(id)
        return { data: true as const }
      },
    )

    app.delete(
      '/api/firewall/blocks/:id',
      { ...admin, schema: { summary: 'Unblock', params, response: { 200: data(Type.Literal(true)) } } },
      async (req) => {
        blocks.remove(req.params.id, req)
        return { data: true as const }
      },
    )
  }

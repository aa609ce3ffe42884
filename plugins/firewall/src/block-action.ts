import { randomUUID } from 'node:crypto'
import type { ActionOptions, AlertAction, AlertActionCause } from '@svc/plugin-alerts/contract'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { type Core, makeRateLimiter, text, toSeconds } from '@svc/plugin-sdk'
import { attackRuleTypes } from '@svc/plugin-security/contract'
import type { Audit } from '@svc/plugin-system/contract'
import { type Network, parseNetwork } from '@svc/probe-target'
import { plainText } from '@svc/protocol'
import type { CoverType } from './block-schema.ts'
import type { Blocks } from './blocks.ts'
import type { BlockRow, BlocksStore } from './blocks-store.ts'
import type { Targets } from './targets.ts'
import { maxBlocks } from './wire.ts'

const day = 86_400
const maxComment = 500
/** Blocks of alerts; the rest of the list is for people, however many addresses attack. */
const maxAutomatic = 4000
const defaultComment = '{rule_name}'
/** An attack that goes on is audited once in this time. */
const auditIntervalMs = 3_600_000

interface Dependencies extends Pick<Core, 'clock'> {
  readonly audit: Pick<Audit, 'act' | 'write'>
  readonly servers: Pick<Servers, 'ids'>
  readonly store: BlocksStore
  readonly targets: Targets
  readonly blocks: Pick<Blocks, 'insert' | 'detailOf' | 'spareRemoved' | 'covers'>
}

/** Replaces `{rule_name}`, `{event_type}` and `{severity}` in one pass, so that values are not read again. */
function commentOf(template: string, { ruleName, facts }: AlertActionCause): string | null {
  const values: Readonly<Record<string, string>> = {
    rule_name: ruleName,
    event_type: facts.event_type ?? '',
    severity: facts.severity ?? '',
  }
  const filled = template.replace(/\{(rule_name|event_type|severity)\}/g, (_, name: string) => values[name] ?? '')
  return plainText(filled.trim(), maxComment) || null
}

/** The alert action that blocks the address of an attacker. */
export function makeBlockAction({ clock, audit, servers, store, targets, blocks }: Dependencies): AlertAction {
  const audits = makeRateLimiter({ max: 1, windowMs: auditIntervalMs }, clock)

  const mayAudit = (key: string) => {
    try {
      audits.take(key)
      return true
    } catch {
      return false
    }
  }

  const causeOf = ({ ruleId, ruleName, serverId, facts }: AlertActionCause) => ({
    rule_id: ruleId,
    rule: ruleName,
    server_id: serverId,
    ...(facts.event_id !== undefined && { event_id: facts.event_id }),
  })

  function skip(target: string, reason: string, cause: AlertActionCause): void {
    if (!mayAudit(`${cause.ruleId} ${target} ${reason}`)) return
    const detail = { target, reason, ...causeOf(cause) }
    audit.write({ userId: 'system', action: 'firewall_auto_block_skipped_conflict', detail })
  }

  /** The servers that the block is for; undefined if they were all deleted. */
  function coverageOf(options: ActionOptions): { cover_type: CoverType; ids: readonly string[] } | undefined {
    const { cover_type: cover, server_ids_json: json } = options
    if (cover !== 'include' && cover !== 'exclude') return { cover_type: 'all', ids: [] }
    const existing = new Set(servers.ids())
    const ids = (JSON.parse(String(json ?? '[]')) as string[]).filter((id) => existing.has(id))
    if (ids.length > 0) return { cover_type: cover, ids }
    return cover === 'include' ? undefined : { cover_type: 'all', ids: [] }
  }

  /** Why an address is not blocked; null: it is already. */
  function obstacle(target: Network, existing: BlockRow | undefined, serverId: string): string | null | undefined {
    if (existing) return blocks.covers(existing, serverId) ? null : 'blocked_elsewhere'
    const protection = targets.protectionOf(target)
    if (protection) return protection.code
    const spared = store.spared(target.text, toSeconds(clock.now()))
    if (spared === 'removed') blocks.spareRemoved(target.text)
    if (spared) return spared
    const { auto, total } = store.stats()
    return auto >= maxAutomatic || total >= maxBlocks ? 'too_many' : undefined
  }

  return {
    type: 'block_source_ip',
    name: text('firewall.ACTION_BLOCK'),
    hint: text('firewall.ACTION_BLOCK_HINT'),
    ruleTypes: attackRuleTypes,
    fields: [
      {
        kind: 'seconds',
        name: 'expires_in',
        label: text('firewall.ACTION_EXPIRES'),
        min: 60,
        max: 366 * day,
        default: day,
        choices: [3600, day, 7 * day, 30 * day],
      },
      {
        kind: 'text',
        name: 'comment',
        label: text('firewall.ACTION_COMMENT'),
        hint: text('firewall.ACTION_COMMENT_HINT'),
        maxLength: maxComment,
      },
      { kind: 'coverage', label: text('firewall.ACTION_SERVERS') },
    ],
    run(options, cause) {
      const target = parseNetwork(cause.source)
      if (!target) return
      const existing = targets.same(target) ?? targets.covering(target)
      const problem = obstacle(target, existing, cause.serverId)
      if (problem === null) return
      if (problem !== undefined) return skip(target.text, problem, cause)
      const coverage = coverageOf(options)
      if (!coverage) return skip(target.text, 'no_servers', cause)
      const created_at = toSeconds(clock.now())
      const row: Omit<BlockRow, 'seq'> = {
        id: randomUUID(),
        target: target.text,
        family: target.family,
        cover_type: coverage.cover_type,
        comment: commentOf(String(options.comment ?? defaultComment), cause),
        origin: 'auto',
        origin_event_id: cause.facts.event_id ?? null,
        origin_rule_id: cause.ruleId,
        created_by: null,
        created_at,
        expires_at: typeof options.expires_in === 'number' ? created_at + options.expires_in : null,
        confirm_until: null,
      }
      audit.act(
        'system',
        'firewall_block_created',
        () => blocks.insert(row, coverage.ids),
        (added) => ({ ...blocks.detailOf(added), ...causeOf(cause) }),
      )
    },
  }
}

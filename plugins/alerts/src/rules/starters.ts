import { type Clock, type Core, type Database, type Logger, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { RuleType } from '../contract.ts'
import { allChannels } from '../notifications/groups/groups-store.ts'
import type { Rules } from './rules.ts'

/** Rule types whose starter rule was created. */
export function startersStore(db: Database) {
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM alerts_starters')
  const insert = db.prepare<[string, number]>('INSERT INTO alerts_starters VALUES (?, ?)')
  return {
    hasAny: () => (count.get()?.n ?? 0) > 0,
    insert: (ruleType: string, at: number) => void insert.run(ruleType, at),
  }
}

interface Dependencies extends Pick<Core, 'text'> {
  readonly db: Pick<Database, 'transaction'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  readonly language: string
  readonly types: Registry<RuleType>
  readonly rules: Pick<Rules, 'create' | 'list'>
  readonly store: ReturnType<typeof startersStore>
}

/** Creates the starter rules of the running plugins, once, and only where nobody has made rules yet. */
export function createStarters({ db, clock, log, language, types, rules, store, text }: Dependencies): void {
  if (store.hasAny()) return
  const hasRules = rules.list().length > 0
  try {
    db.transaction(() => {
      for (const { type, starter } of types.all()) {
        if (!starter) continue
        store.insert(type, toSeconds(clock.now()))
        if (hasRules) continue
        rules.create({
          name: text(starter.name, language),
          severity: starter.severity,
          rules: [{ rule_type: type, ...starter.condition }],
          notification_group_id: allChannels,
        })
      }
    })
  } catch (err) {
    log.error({ err }, 'creating the first alert rules failed')
  }
}

import type { Servers } from '@svc/plugin-enrollment/contract'
import type { Core, Registry } from '@svc/plugin-sdk'
import type { RuleType, Silencer } from '../contract.ts'
import type { AlertCloser } from '../events/close-alerts.ts'
import type { RecordTransition } from '../events/record.ts'
import type { RunActions } from '../events/run-actions.ts'
import type { StatesStore } from '../events/states-store.ts'
import type { RulesStore } from '../rules/rules-store.ts'
import type { Silences } from '../silences/silences.ts'
import { makeConditionEvaluator } from './evaluate-conditions.ts'
import { makeEvaluator } from './evaluator.ts'
import type { PendingStore } from './pending-store.ts'
import { makeSignals } from './signals.ts'
import { makeSilence } from './silence.ts'
import { makeAlertUpdater } from './update-alerts.ts'

interface Context extends Pick<Core, 'db' | 'clock' | 'log' | 'checkpoint'> {
  readonly servers: Servers
  readonly types: Registry<RuleType>
  readonly silencers: Registry<Silencer>
  readonly rules: RulesStore
  readonly silences: Silences
  readonly pending: PendingStore
  readonly states: StatesStore
  readonly closer: AlertCloser
  readonly record: RecordTransition
  readonly runActions: RunActions
}

/** Finds out which rules fire: once a minute, and on signals in between. */
export function makeEvaluation(context: Context) {
  const silence = makeSilence(context)
  const evaluateConditions = makeConditionEvaluator(context)
  const updater = makeAlertUpdater(context)
  return {
    silence,
    signals: makeSignals({ ...context, silence }),
    evaluate: makeEvaluator({ ...context, silence, evaluateConditions, updater }),
  }
}

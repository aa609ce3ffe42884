import type { DestinationInput, Plan, PlanUpdate, Schedule } from '../../src/plans/plan-schema.ts'
import { type PassphraseDraft, passphraseProblems } from '../parts/passphrase-fields.tsx'
import { isSameDestination } from './same-destination.ts'

/** A scheduled backup being edited. */
export interface PlanDraft extends PassphraseDraft {
  readonly name: string
  readonly frequency: Schedule['frequency']
  readonly time: string
  /** minute of hourly backups */
  readonly minute: string
  readonly weekday: string
  readonly day: string
  readonly kind: 'directory' | 's3'
  readonly path: string
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly prefix: string
  readonly accessKeyId: string
  /** empty: as before */
  readonly secretAccessKey: string
  /** empty: no limit */
  readonly keepLast: string
  readonly keepDays: string
  readonly groupId: string | null
  /** password or code */
  readonly proof: string
}

export const emptyDraft = (folder: string, groupId: string | null): PlanDraft => ({
  name: '',
  frequency: 'daily',
  time: '03:00',
  minute: '0',
  weekday: '7',
  day: '1',
  kind: 'directory',
  path: folder,
  endpoint: '',
  region: 'us-east-1',
  bucket: '',
  prefix: '',
  accessKeyId: '',
  secretAccessKey: '',
  passphrase: '',
  repeated: '',
  keepLast: '7',
  keepDays: '',
  groupId,
  proof: '',
})

export function toDraft(plan: Plan): PlanDraft {
  const { destination, schedule } = plan
  const empty = emptyDraft('', plan.notification_group_id)
  const place =
    destination.kind === 'directory'
      ? { kind: destination.kind, path: destination.path }
      : {
          kind: destination.kind,
          endpoint: destination.endpoint,
          region: destination.region,
          bucket: destination.bucket,
          prefix: destination.prefix,
          accessKeyId: destination.access_key_id,
        }
  return {
    ...empty,
    ...place,
    name: plan.name,
    frequency: schedule.frequency,
    time: schedule.time,
    minute: String(Number(schedule.time.slice(3))),
    weekday: String(schedule.weekday),
    day: String(schedule.day),
    keepLast: plan.keep_last === null ? '' : String(plan.keep_last),
    keepDays: plan.keep_days === null ? '' : String(plan.keep_days),
  }
}

const destinationOf = (draft: PlanDraft): DestinationInput =>
  draft.kind === 'directory'
    ? { kind: 'directory', path: draft.path.trim() }
    : {
        kind: 's3',
        endpoint: draft.endpoint.trim(),
        region: draft.region.trim(),
        bucket: draft.bucket.trim(),
        prefix: draft.prefix.trim().replace(/^\/+|\/+$/g, ''),
        access_key_id: draft.accessKeyId.trim(),
        ...(draft.secretAccessKey !== '' && { secret_access_key: draft.secretAccessKey }),
      }

const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** Whether the change needs the password: a new destination or passphrase. */
export const needsProof = (draft: PlanDraft, plan: Plan | undefined): boolean =>
  !plan || draft.passphrase !== '' || !isSameDestination(destinationOf(draft), plan.destination)

export function toInput(draft: PlanDraft, plan: Plan | undefined, kind: 'password' | 'code'): PlanUpdate {
  const time = draft.frequency === 'hourly' ? `00:${draft.minute.trim().padStart(2, '0')}` : draft.time
  const destination = destinationOf(draft)
  return {
    name: draft.name,
    schedule: { frequency: draft.frequency, time, weekday: Number(draft.weekday), day: Number(draft.day) },
    keep_last: numberOf(draft.keepLast),
    keep_days: numberOf(draft.keepDays),
    notification_group_id: draft.groupId,
    ...(!(plan && isSameDestination(destination, plan.destination)) && { destination }),
    ...(draft.passphrase !== '' && { passphrase: draft.passphrase }),
    ...(needsProof(draft, plan) && { [kind]: draft.proof }),
  }
}

const isWhole = (text: string, min: number, max: number) =>
  /^\d{1,6}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max

/** Keys of validation errors, by field of the draft. */
export function problemsOf(
  draft: PlanDraft,
  plan: Plan | undefined,
  kind: 'password' | 'code',
): Partial<Record<keyof PlanDraft, string>> {
  const missing = (field: keyof PlanDraft) => String(draft[field]).trim() === '' && { [field]: 'problem.required' }
  const isNewStore = plan?.destination.kind !== 's3' || plan.destination.endpoint !== draft.endpoint.trim()
  return {
    ...missing('name'),
    ...(draft.kind === 'directory'
      ? missing('path')
      : {
          ...missing('endpoint'),
          ...missing('region'),
          ...missing('bucket'),
          ...missing('accessKeyId'),
          ...(isNewStore && missing('secretAccessKey')),
        }),
    ...((!plan || draft.passphrase !== '') && passphraseProblems(draft)),
    ...(draft.frequency === 'hourly' && !isWhole(draft.minute, 0, 59) && { minute: 'problem.minute' }),
    ...(draft.frequency !== 'hourly' && !/^\d\d:\d\d$/.test(draft.time) && { time: 'problem.time' }),
    ...(draft.frequency === 'monthly' && !isWhole(draft.day, 1, 28) && { day: 'problem.day' }),
    ...(draft.keepLast.trim() !== '' && !isWhole(draft.keepLast, 1, 10_000) && { keepLast: 'problem.keepLast' }),
    ...(draft.keepDays.trim() !== '' && !isWhole(draft.keepDays, 1, 36_500) && { keepDays: 'problem.keepDays' }),
    ...(needsProof(draft, plan) && draft.proof === '' && { proof: `proof.missing.${kind}` }),
  }
}

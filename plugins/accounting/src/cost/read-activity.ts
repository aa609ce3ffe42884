import type { OffloadContext } from '@svc/plugin-sdk'
import { type ActivityInput, activityOf } from './activity-store.ts'
import type { Activity } from './advisories.ts'

/** Entry point in the maintenance worker, for many servers. */
export default ({ db }: OffloadContext, input: ActivityInput): ReadonlyMap<number, Activity> => activityOf(db, input)

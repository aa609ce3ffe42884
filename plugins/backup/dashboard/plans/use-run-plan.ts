import { toast, useMutate, useT } from '@svc/dashboard-sdk'
import type { Plan } from '../../src/plans/plan-schema.ts'
import { backupPath, planPath } from '../paths.ts'

/** Makes a backup now. */
export function useRunPlan({ id, name }: Plan) {
  const t = useT()
  return useMutate('POST', `${planPath(id)}/run`, {
    invalidates: [backupPath],
    onDone: () => toast.success(t('run.started', { name })),
  })
}

import { randomUUID } from 'node:crypto'
import type { Link } from '@svc/agent-sdk'
import { UpgradeResult } from '@svc/plugin-upgrade/wire'
import type { Transaction, TransactionFile } from './transaction.ts'

const repeatMs = 30_000

/** Sends the failure until the server has acknowledged it or the connection ends. */
export async function reportFailure(transaction: Transaction, file: TransactionFile, link: Link): Promise<void> {
  const { job_id, target_version, stage, phase, backup } = transaction
  const msg_id = randomUUID()
  const acknowledged = link.acknowledged(msg_id)
  const send = () =>
    link.send(UpgradeResult, {
      msg_id,
      job_id,
      target_version,
      stage,
      error: transaction.error ?? 'failed',
      backup_path: phase === 'rolled_back' ? backup : null,
    })
  const timer = setInterval(send, repeatMs)
  send()
  const isAcknowledged = await acknowledged
  clearInterval(timer)
  const stored = await file.read()
  // A newer upgrade may have begun meanwhile.
  const isSame = stored?.started_at === transaction.started_at && stored.job_id === job_id
  if (isAcknowledged && isSame) await file.write({ ...stored, report_pending: false })
}

import type { Logger } from '@svc/agent-sdk'
import { cleanUp, restore, sha256Of } from './install.ts'
import type { Transaction, TransactionFile } from './transaction.ts'

/** Called at each point at which a crash leaves the host in another state; tests end the process there. */
export type OnBoundary = (name: string) => void

/** Puts the old program back. The next start reports why. */
export async function rollBack(
  transaction: Transaction,
  error: string,
  { file, log, onBoundary }: { file: TransactionFile; log: Logger; onBoundary: OnBoundary },
): Promise<void> {
  log.error({ version: transaction.target_version, reason: error }, 'upgrade failed; restoring the previous version')
  await restore(transaction.program)
  onBoundary('restored')
  try {
    await file.write({ ...transaction, phase: 'rolled_back', error, report_pending: true })
    onBoundary('rolled_back')
  } catch (failure) {
    // The checksum of the program tells the next start what happened.
    log.warn({ reason: (failure as Error).message }, 'failed to record the rollback')
  }
}

/**
 * What an interrupted upgrade has left, by the program that is there now. Before anything is stored the files decide, so
 * that a crash between two steps cannot mislead.
 */
export async function recover(stored: Transaction, file: TransactionFile): Promise<Transaction> {
  if (stored.phase !== 'prepared' && stored.phase !== 'installed') return stored
  const found = await sha256Of(stored.program)
  if (stored.candidate_sha256 !== null && found === stored.candidate_sha256)
    return { ...stored, phase: 'installed', stage: 'restarting' }
  await cleanUp(stored.program)
  const phase = stored.phase === 'installed' ? 'rolled_back' : 'failed'
  const error = stored.error ?? 'the upgrade was interrupted'
  const recovered: Transaction = { ...stored, phase, error, report_pending: true }
  // On a full disk the next start finds the same, and reports it again.
  await file.write(recovered).catch(() => {})
  return recovered
}

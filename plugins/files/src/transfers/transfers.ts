import { ApiError, type Clock, type Revocation } from '@svc/plugin-sdk'
import { toText, transferCancelled, unknownTransfer } from '../errors.ts'
import type { Visit } from '../file-audit.ts'
import type { TempFiles } from './temp-files.ts'
import { Transfer, type TransferOptions } from './transfer.ts'

const maxActivePerServer = 3
const idleLifetimeMs = 1_800_000
const sweepIntervalMs = 60_000

export type Transfers = ReturnType<typeof makeTransfers>

/** The transfers since the start of the server. Only who started one knows of it. */
export function makeTransfers(clock: Clock, temp: Pick<TempFiles, 'remove'>) {
  const all = new Map<string, Transfer>()

  const end = (transfer: Transfer) => {
    transfer.abort.abort(transferCancelled())
    // What cannot be removed now is removed at the next start.
    temp.remove(transfer.id).catch(() => {})
  }

  const remove = (transfer: Transfer) => {
    all.delete(transfer.id)
    end(transfer)
  }

  const removeAll = (isMeant: (transfer: Transfer) => boolean) => {
    for (const transfer of [...all.values()]) if (isMeant(transfer)) remove(transfer)
  }

  const stopSweep = clock.every(sweepIntervalMs, () =>
    removeAll(({ activeAt }) => clock.now() - activeAt >= idleLifetimeMs),
  )

  return {
    begin(by: Visit, options: TransferOptions): Transfer {
      const { id } = by.visibleServer
      const active = [...all.values()].filter(({ serverId, isActive }) => serverId === id && isActive)
      if (active.length >= maxActivePerServer) {
        throw new ApiError(429, 'files.TOO_MANY_TRANSFERS', { max: maxActivePerServer }, { code: 'TOO_MANY_REQUESTS' })
      }
      const transfer = new Transfer(clock, by, options)
      all.set(transfer.id, transfer)
      return transfer
    },

    /** The transfer with this id; undefined if there is none. Throws if it belongs to somebody else. */
    find(id: string, userId: string): Transfer | undefined {
      const transfer = all.get(id)
      if (transfer && transfer.by.principal.userId !== userId) throw unknownTransfer()
      return transfer
    },

    require(id: string, userId: string): Transfer {
      const transfer = this.find(id, userId)
      if (!transfer) throw unknownTransfer()
      return transfer
    },

    /** Newest first. */
    of: (userId: string): readonly Transfer[] =>
      [...all.values()].filter(({ by }) => by.principal.userId === userId).reverse(),

    /** Stops an active one, which is then listed as cancelled; one that has ended is removed. */
    cancel(transfer: Transfer): void {
      if (transfer.isActive) {
        transfer.status = 'cancelled'
        transfer.touch()
        end(transfer)
      } else remove(transfer)
    },

    fail(transfer: Transfer, error: unknown): void {
      if (!transfer.isActive) return
      transfer.status = 'failed'
      transfer.error = toText(error)
      transfer.touch()
      end(transfer)
    },

    remove,

    /** The server was deleted. */
    removeServer: (id: string) => removeAll(({ serverId }) => serverId === id),

    /** The credential that started them has ended. */
    revoke({ userId, credentialId, except }: Revocation) {
      removeAll(({ by: { principal } }) => {
        if (principal.userId !== userId || principal.credentialId === except) return false
        return credentialId === undefined || principal.credentialId === credentialId
      })
    },

    close() {
      stopSweep()
      removeAll(() => true)
    },
  }
}

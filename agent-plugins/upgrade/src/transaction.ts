import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { UpgradeStage } from '@svc/plugin-upgrade/wire'
import { nullable, str } from '@svc/protocol'
import { writeDurably } from './durable-file.ts'

/** What one upgrade does to this host; stored before it is done, so that any later start can finish or undo it. */
export const Transaction = Type.Object({
  schema: Type.Literal(1),
  job_id: nullable(str()),
  from_version: str(),
  target_version: str(),
  /** absolute paths */
  program: str(),
  backup: nullable(str()),
  /** SHA-256 of the candidate and of the program before, in hexadecimal */
  candidate_sha256: nullable(str()),
  backup_sha256: nullable(str()),
  /** who starts the program again when it exits: a service manager, or nobody */
  supervisor: Type.Union([Type.Literal('service'), Type.Literal('manual')]),
  /** `failed`: before anything was installed */
  phase: Type.Union([
    Type.Literal('prepared'),
    Type.Literal('installed'),
    Type.Literal('confirmed'),
    Type.Literal('rolled_back'),
    Type.Literal('failed'),
  ]),
  /** epoch seconds */
  started_at: Type.Integer(),
  deadline: nullable(Type.Integer()),
  /** how often the candidate was started without supervision */
  starts: Type.Integer(),
  stage: UpgradeStage,
  error: nullable(str()),
  /** the server has not acknowledged the failure */
  report_pending: Type.Boolean(),
})
export type Transaction = Static<typeof Transaction>

const isTransaction = TypeCompiler.Compile(Transaction)

export type TransactionFile = ReturnType<typeof transactionFile>

/** The record of the last upgrade. */
export function transactionFile(stateDir: string) {
  const path = join(stateDir, 'upgrade.json')
  return {
    /** Undefined if there is none that can be read. */
    async read(): Promise<Transaction | undefined> {
      try {
        const content: unknown = JSON.parse(await readFile(path, 'utf8'))
        return isTransaction.Check(content) ? content : undefined
      } catch {
        return undefined
      }
    },
    write: (transaction: Transaction) => writeDurably(path, `${JSON.stringify(transaction, null, 2)}\n`),
    remove: () => rm(path, { force: true }),
  }
}

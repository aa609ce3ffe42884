import type { Database } from '@svc/plugin-sdk'

export interface SecondFactorRow {
  readonly user_id: string
  readonly sealed_secret: string
  /** the last accepted time step; a code works only once */
  readonly last_step: number
  readonly enabled_at: number
}

export function secondFactorStore(db: Database) {
  const get = db.prepare<[string], SecondFactorRow>('SELECT * FROM auth_second_factors WHERE user_id = ?')
  const insert = db.prepare<[object]>(
    `INSERT INTO auth_second_factors (user_id, sealed_secret, last_step, enabled_at)
     VALUES (@user_id, @sealed_secret, @last_step, @enabled_at)`,
  )
  const remove = db.prepare<[string]>('DELETE FROM auth_second_factors WHERE user_id = ?')
  const advance = db.prepare<[number, string, number]>(
    'UPDATE auth_second_factors SET last_step = ? WHERE user_id = ? AND last_step < ?',
  )
  const addCode = db.prepare<[string, string]>('INSERT INTO auth_recovery_codes (user_id, code_hash) VALUES (?, ?)')
  const dropCodes = db.prepare<[string]>('DELETE FROM auth_recovery_codes WHERE user_id = ?')
  const consumeCode = db.prepare<[number, string, string]>(
    'UPDATE auth_recovery_codes SET used_at = ? WHERE user_id = ? AND code_hash = ? AND used_at IS NULL',
  )
  const left = db.prepare<[string], { n: number }>(
    'SELECT count(*) AS n FROM auth_recovery_codes WHERE user_id = ? AND used_at IS NULL',
  )
  return {
    get: (userId: string) => get.get(userId),
    insert: (row: SecondFactorRow) => void insert.run(row),
    remove: (userId: string): boolean => remove.run(userId).changes === 1,
    /** False when this or a later step was already accepted. */
    advance: (userId: string, step: number): boolean => advance.run(step, userId, step).changes === 1,
    setCodes(userId: string, hashes: readonly string[]) {
      dropCodes.run(userId)
      for (const hash of hashes) addCode.run(userId, hash)
    },
    /** False when the code does not exist or is already used. */
    consumeCode: (userId: string, hash: string, now: number): boolean =>
      consumeCode.run(now, userId, hash).changes === 1,
    codesLeft: (userId: string): number => left.get(userId)?.n ?? 0,
  }
}
export type SecondFactorStore = ReturnType<typeof secondFactorStore>

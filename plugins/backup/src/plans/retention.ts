import type { StoredBackup } from '../destinations/destination.ts'

interface Keep {
  readonly keep_last: number | null
  readonly keep_days: number | null
}

/**
 * The backups that no rule keeps, of a list with the newest first. The newest one always stays. Without any rule, all of them
 * do. `now` in epoch seconds.
 */
export function expired<T extends StoredBackup>(
  backups: readonly T[],
  { keep_last, keep_days }: Keep,
  now: number,
): T[] {
  if (keep_last === null && keep_days === null) return []
  const oldest = keep_days === null ? Number.POSITIVE_INFINITY : now - keep_days * 86_400
  return backups.filter(({ createdAt }, index) => index >= Math.max(keep_last ?? 0, 1) && createdAt < oldest)
}

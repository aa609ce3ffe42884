import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Enrolled } from './enrol.ts'

const isEnrolled = (value: unknown): value is Enrolled =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Enrolled).server_id === 'string' &&
  typeof (value as Enrolled).token === 'string'

/** Agents enrolled by an earlier run; empty if the file does not exist. */
export async function readTokens(path: string): Promise<Enrolled[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  const value: unknown = JSON.parse(text)
  if (!Array.isArray(value) || !value.every(isEnrolled)) throw new Error(`${path} is not a token file of the fleet`)
  return value
}

/** Run tokens are credentials: only the owner may read them. */
export async function writeTokens(path: string, members: readonly Enrolled[]): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(members), { mode: 0o600 })
  await rename(`${path}.new`, path)
}

import { toError } from './to-error.ts'

/** The download failed, loading timed out, or the code threw. */
export type ImportFault = 'network' | 'stalled' | 'threw'

/** Why code that is not of this build could not be imported. */
export class ImportError extends Error {
  readonly fault: ImportFault

  constructor(fault: ImportFault, message: string) {
    super(message)
    this.fault = fault
  }
}

const runtime = Symbol.for('svc.runtime')

/** Publishes the provided modules for the files of the import map. */
async function provideImports(): Promise<void> {
  const { provided } = await import('./provided.ts')
  ;(globalThis as { [runtime]?: typeof provided })[runtime] ??= provided
}

/** An import error does not say whether the request failed, so the request is repeated to find out. */
async function explain(address: string, thrown: unknown): Promise<ImportError> {
  if (thrown instanceof ImportError) return thrown
  const response = await fetch(address, { credentials: 'same-origin' }).catch(() => undefined)
  if (!response) return new ImportError('network', 'no response from the server')
  if (!response.ok) return new ImportError('network', `status ${response.status}`)
  const { name, message } = toError(thrown)
  return new ImportError('threw', thrown instanceof Error ? `${name}: ${message}` : message)
}

const attempts = new Map<string, number>()

/**
 * Imports a module of a widget or of a third-party plugin: `file` below `folder`, whose last part is `@` and the version of the
 * content. Throws `ImportError`.
 */
export async function importModule(folder: string, file: string, timeoutMs: number): Promise<{ default?: unknown }> {
  const key = `${folder}/${file}`
  const attempt = attempts.get(key) ?? 0
  attempts.set(key, attempt + 1)
  // Browsers cache failed imports, so a retry needs another URL, including for relative imports.
  const address = `${folder}${attempt > 0 ? `~${attempt}` : ''}/${encodeURIComponent(file)}`
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    const late = () => reject(new ImportError('stalled', `not loaded after ${timeoutMs / 1000} s`))
    timer = setTimeout(late, timeoutMs)
  })
  try {
    await provideImports()
    return await Promise.race([import(/* @vite-ignore */ address) as Promise<{ default?: unknown }>, timeout])
  } catch (thrown) {
    throw await explain(address, thrown)
  } finally {
    clearTimeout(timer)
  }
}

import { createContext, Script } from 'node:vm'

/** A pattern may take exponential time, and it holds the whole agent meanwhile. */
const maxMs = 200

const script = new Script('new RegExp(pattern, "u").exec(text)')
const context = createContext(Object.create(null))

/** The first match of a pattern with its groups. Throws for an invalid pattern, and for one that takes too long. */
export function execPattern(pattern: string, text: string): RegExpExecArray | null {
  Object.assign(context, { pattern, text })
  try {
    return script.runInContext(context, { timeout: maxMs })
  } catch (error) {
    const isSlow = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
    throw new Error(isSlow ? 'a pattern took too long' : 'a pattern is invalid', { cause: error })
  } finally {
    Object.assign(context, { pattern: '', text: '' })
  }
}

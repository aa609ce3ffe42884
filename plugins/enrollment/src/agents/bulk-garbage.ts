import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The young generation is collected after so many bytes. */
const intervalBytes = 8 * 1024 * 1024

type Collect = (options: { readonly type: 'minor' }) => void

const collector = (): Collect => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}

/**
 * Collects what bulk leaves behind. The buffers of sockets die young, but V8 counts them as old memory and would mark all
 * objects of the program every 40 MB, which takes as long as all the rest of a transfer. Collecting the young ones is cheap.
 */
export function makeBulkGarbage() {
  let collect: Collect | undefined
  let bytes = 0
  return {
    /** So many bytes went through the program. */
    add(length: number): void {
      bytes += length
      if (bytes < intervalBytes) return
      bytes = 0
      collect ??= collector()
      collect({ type: 'minor' })
    },
  }
}

// Preloaded into a program: records event loop delay, and the duration of each write transaction of each thread.
// On SIGUSR2 the main thread writes the measurements to the file SVC_BENCH_WATCH and resets them.
import { openSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'
import Database from 'better-sqlite3'

const everyMs = 2
const status = openSync('/proc/thread-self/schedstat', 'r')
const buffer = Buffer.alloc(128)
/** Milliseconds this thread was runnable without a CPU, which only a busy machine causes. */
const starved = () => Number(buffer.toString('latin1', 0, readSync(status, buffer, 0, 128, 0)).split(' ')[1]) / 1e6

const channel = new BroadcastChannel('bench-watch')
channel.unref()

/** Measures up to the commit: a checkpoint after it holds no lock. */
const original = Database.prototype.transaction
Database.prototype.transaction = function (work) {
  let end
  const run = original.call(this, (...input) => {
    try {
      return work(...input)
    } finally {
      end = [performance.now(), starved()]
    }
  })
  const timed =
    (begin) =>
    (...input) => {
      if (this.inTransaction) return begin(...input)
      const since = [performance.now(), starved()]
      end = since
      try {
        return begin(...input)
      } finally {
        note({ main: isMainThread, ms: end[0] - since[0], starved: end[1] - since[1] })
      }
    }
  return Object.assign(timed(run), { immediate: timed(run.immediate), deferred: timed(run.deferred) })
}

let noted = { loop: [], main: [], worker: [] }
const note = (transaction) => {
  if (!transaction.main) channel.postMessage(transaction)
  else noted.main.push([transaction.ms, transaction.starved])
}

if (isMainThread && process.env.SVC_BENCH_WATCH) {
  // The first event of a channel loads the whole fetch of Node, which would be measured as a block of the program.
  void new MessageEvent('message')
  channel.onmessage = ({ data }) => noted.worker.push([data.ms, data.starved])
  let last = [performance.now(), starved()]
  setInterval(() => {
    const now = [performance.now(), starved()]
    noted.loop.push([Math.max(0, now[0] - last[0] - everyMs), now[1] - last[1]])
    last = now
  }, everyMs).unref()
  process.on('SIGUSR2', () => {
    const file = process.env.SVC_BENCH_WATCH
    writeFileSync(`${file}.new`, JSON.stringify(noted))
    renameSync(`${file}.new`, file)
    noted = { loop: [], main: [], worker: [] }
  })
}

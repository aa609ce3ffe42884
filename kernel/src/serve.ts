import { BootError, reasonOf } from './boot-error.ts'
import { type Run, type RunOptions, runKernel } from './run.ts'

/** Prints why the program ends, in one line if possible, and returns the exit code. */
export function reportFailure(error: unknown): number {
  if (error instanceof BootError) {
    console.error(`svc-server: ${error.message}`)
    return error.exitCode
  }
  console.error(error)
  return 1
}

/** Runs the server until a signal. The first one shuts down cleanly, the second one exits immediately. */
export async function serve(options: Omit<RunOptions, 'onFailure'>): Promise<void> {
  let run: Run | undefined
  let signals = 0
  const stop = async (code: number) => {
    await run?.close()
    process.exit(code)
  }
  // Whoever read it may be gone, which is no reason to end.
  process.stderr.on('error', () => {})
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Log rotation sends it. Without a log file it means that the terminal was closed.
      if (signal === 'SIGHUP' && run?.kernel().config.log.file) return run.kernel().reopenLog()
      signals += 1
      if (signals > 1) process.exit(1)
      run?.kernel().log.info({ signal }, 'stopping')
      if (run) void stop(0)
    })
  }
  // A forgotten promise of one plugin must not end the program for all others.
  process.on('unhandledRejection', (err) => run?.kernel().log.error({ err }, `unhandled rejection: ${reasonOf(err)}`))
  let isFailing = false
  process.on('uncaughtException', (err) => {
    run?.kernel().log.error({ err }, `uncaught exception: ${reasonOf(err)}`)
    if (isFailing) return
    isFailing = true
    void stop(reportFailure(err))
  })
  run = await runKernel({ ...options, exclusive: true, onFailure: (error) => process.exit(reportFailure(error)) })
  if (signals > 0) return stop(0)
  try {
    await run.listen()
  } catch (error) {
    await run.close()
    throw error
  }
}

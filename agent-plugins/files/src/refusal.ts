import { RequestError } from '@svc/agent-sdk'

export const denied = (reason: string) => new RequestError('denied', reason)
export const invalid = (reason: string) => new RequestError('invalid', reason)
export const failed = (reason: string, cause?: unknown) => new RequestError('failed', reason, { cause })
export const conflict = (reason: string) => new RequestError('conflict', reason)
export const notFound = () => new RequestError('not_found', 'no such file or directory')

const reasons: Readonly<Record<string, readonly [code: RequestError['code'], reason: string]>> = {
  ENOENT: ['not_found', 'no such file or directory'],
  ENOTDIR: ['failed', 'not a directory'],
  EISDIR: ['failed', 'it is a directory'],
  EEXIST: ['conflict', 'it exists already'],
  ENOTEMPTY: ['failed', 'the directory is not empty'],
  EACCES: ['failed', 'the agent has no permission on this host'],
  EPERM: ['failed', 'the agent has no permission on this host'],
  EROFS: ['failed', 'the file system is read-only'],
  ENOSPC: ['failed', 'no space left on the disk of the host'],
  EDQUOT: ['failed', 'the disk quota on the host is used up'],
  EFBIG: ['failed', 'the file is too large for the file system'],
  ENAMETOOLONG: ['invalid', 'the name is too long'],
  EINVAL: ['failed', 'the file system does not allow it'],
  ELOOP: ['failed', 'too many symbolic links'],
  EXDEV: ['failed', 'it is on another file system'],
  EBUSY: ['failed', 'it is in use'],
  ETXTBSY: ['failed', 'it is in use'],
  EMFILE: ['failed', 'too many open files'],
  ENFILE: ['failed', 'too many open files'],
}

/** The error code of a failed system call; undefined for any other error. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined

/** An error for the server: messages of system calls name handles instead of paths. */
export function toRefusal(error: unknown): unknown {
  const code = codeOf(error)
  if (error instanceof RequestError || code === undefined || !/^E[A-Z0-9]+$/.test(code)) return error
  const [kind, reason] = reasons[code] ?? ['failed', code]
  return new RequestError(kind, reason, { cause: error })
}

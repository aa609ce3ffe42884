import type { CodedText, Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { isDenied, toText } from './errors.ts'

/** Who acts, on which server. A request is one. */
export interface Visit {
  readonly principal: Principal
  readonly ip: string
  readonly visibleServer: { readonly id: string }
}

export type FileOperation = 'read' | 'write' | 'delete' | 'mkdir' | 'move' | 'download' | 'upload' | 'follow'

type Detail = Readonly<Record<string, unknown>>

interface Dependencies {
  readonly audit: Pick<Audit, 'write'>
  text(text: CodedText): string
}

export type FileAudit = ReturnType<typeof makeFileAudit>

/** Writes what was done with files and what was refused, never their content. */
export function makeFileAudit({ audit, text }: Dependencies) {
  const write = ({ principal: { userId }, ip, visibleServer: { id } }: Visit, action: string, detail: Detail) =>
    audit.write({ userId, ip, action, detail: { server_id: id, ...detail } })

  const refused = (by: Visit, operation: string, detail: Detail, error: unknown) =>
    write(by, `file_${operation}_denied`, { ...detail, reason: text(toText(error)) })

  const audited = {
    success: (by: Visit, operation: FileOperation, detail: Detail) =>
      write(by, `file_${operation}`, { ...detail, outcome: 'success' }),

    failure(by: Visit, operation: FileOperation, detail: Detail, error: unknown) {
      if (isDenied(error)) refused(by, operation, detail, error)
      else write(by, `file_${operation}`, { ...detail, outcome: 'failure', error: text(toText(error)) })
    },

    cancelled: (by: Visit, operation: FileOperation, detail: Detail) =>
      write(by, `file_${operation}`, { ...detail, outcome: 'cancelled' }),

    /** Writes an entry whatever comes of it. */
    async run<T>(by: Visit, operation: FileOperation, detail: Detail, act: () => Promise<T>): Promise<T> {
      try {
        const result = await act()
        audited.success(by, operation, detail)
        return result
      } catch (error) {
        audited.failure(by, operation, detail, error)
        throw error
      }
    },

    /** Writes an entry only if it is refused: looking around would fill the log. */
    async look<T>(by: Visit, operation: 'list' | 'stat', path: string, act: () => Promise<T>): Promise<T> {
      try {
        return await act()
      } catch (error) {
        if (isDenied(error)) refused(by, operation, { path }, error)
        throw error
      }
    },

    fetched: (by: Visit, detail: Detail) => write(by, 'file_download_fetch', detail),
    transferCancelled: (by: Visit, detail: Detail) => write(by, 'file_transfer_cancel', detail),
  }
  return audited
}

import { ApiError, type CodedText, loadCodedText } from '@svc/dashboard-sdk'
import { isCodedText } from '@svc/protocol/text'
import { modulesPath } from '../module.ts'

export interface Installed {
  readonly id: string
  readonly version: string
  readonly notes?: readonly CodedText[]
}

/** limit of the server */
export const maxBytes = 1024 * 1024

/** A file, or an https URL that the server downloads. */
export type Origin = { readonly file: File } | { readonly url: string }

/** Checks the extension only; the server checks the content. */
export const isModuleFile = (name: string): boolean => /\.(?:m?js|zip)$/i.test(name)

interface Body {
  readonly data?: Installed | Installed[]
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly details?: unknown }
}

/** The installed modules. Throws the error of the response. */
export function parseResponse(status: number, text: string): Installed[] {
  let body: Body | undefined
  try {
    body = JSON.parse(text)
  } catch {
    // Not JSON; handled below.
  }
  if (status === 200 && body?.data) return Array.isArray(body.data) ? body.data : [body.data]
  const { code, message, details } = body?.error ?? {}
  if (typeof code !== 'string') throw new ApiError(status, 'BAD_ANSWER', `status ${status}`)
  throw new ApiError(status, code, typeof message === 'string' ? message : code, { details })
}

/** Loads the text of an error, which may be another plugin's, so that it is there when the error is shown. */
async function loadTextOf(error: unknown): Promise<void> {
  if (error instanceof ApiError && isCodedText(error.details)) await loadCodedText(error.details)
}

/** Uploads to the server. Uses XMLHttpRequest, because `fetch` has no upload progress; `share` is 0 to 1. */
export function send(origin: Origin, onProgress: (share: number) => void): Promise<Installed[]> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const search = 'url' in origin ? `?${new URLSearchParams({ url: origin.url })}` : ''
    request.open('POST', modulesPath + search)
    request.setRequestHeader('accept', 'application/json')
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && onProgress(loaded / total)
    request.onerror = () => reject(new ApiError(0, 'NETWORK', 'no response from the server'))
    request.onload = () => {
      try {
        const installed = parseResponse(request.status, request.responseText)
        const notes = installed.flatMap((module) => module.notes ?? [])
        void Promise.all(notes.map(loadCodedText)).then(() => resolve(installed), reject)
      } catch (error) {
        void loadTextOf(error).then(() => reject(error))
      }
    }
    if ('url' in origin) return request.send()
    const form = new FormData()
    form.set('file', origin.file)
    request.send(form)
  })
}

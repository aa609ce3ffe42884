import { ApiError } from '@svc/dashboard-sdk'
import { modulesPath } from '../module.ts'

/** What the server put in place. */
export interface Installed {
  readonly id: string
  readonly version: string
}

/** bytes; the server refuses more */
export const mostBytes = 1024 * 1024

/** What is to be installed: a file, or an https address that the server fetches. */
export type Origin = { readonly file: File } | { readonly url: string }

/** By its end, in any case; what it really is the server tells by its first bytes. */
export const isModuleFile = (name: string): boolean => /\.(?:m?js|zip)$/i.test(name)

function answerOf(request: XMLHttpRequest): Installed[] {
  let body: { data?: Installed | Installed[]; error?: { code?: unknown; message?: unknown } } | undefined
  try {
    body = JSON.parse(request.responseText)
  } catch {
    // not an answer of ours, told below
  }
  if (request.status === 200 && body?.data) return Array.isArray(body.data) ? body.data : [body.data]
  const { code, message } = body?.error ?? {}
  if (typeof code !== 'string') throw new ApiError(request.status, 'BAD_ANSWER', `status ${request.status}`)
  throw new ApiError(request.status, code, typeof message === 'string' ? message : code)
}

/** Sends it to the server. `onProgress` hears how much of it has left, 0 to 1; `fetch` would not tell. */
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
        resolve(answerOf(request))
      } catch (failure) {
        reject(failure)
      }
    }
    if ('url' in origin) return request.send()
    const form = new FormData()
    form.set('file', origin.file)
    request.send(form)
  })
}

import { buildHistory, type HistoryRequest, type Packed, pack } from './build-history.ts'

/** Messages to and from this worker; `id` matches responses to requests. */
export interface WorkerRequest {
  readonly id: number
  readonly request: HistoryRequest
}
export type WorkerResponse = { readonly id: number } & (Packed | { readonly failed: string })

function respond({ id, request }: WorkerRequest) {
  try {
    const { packed, buffers } = pack(buildHistory(request))
    postMessage({ id, packed } satisfies WorkerResponse, { transfer: [...buffers] })
  } catch (error) {
    postMessage({ id, failed: String(error) } satisfies WorkerResponse)
  }
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => respond(data))

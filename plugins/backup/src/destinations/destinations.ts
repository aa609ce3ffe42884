import { isAbsolute, join, resolve } from 'node:path'
import { invalid } from '@svc/plugin-sdk'
import type { Outbound } from '@svc/plugin-system/contract'
import type { DestinationInput, PlanDestination } from '../plans/plan-schema.ts'
import type { PlanSecrets } from '../plans/plan-secrets.ts'
import type { Destination } from './destination.ts'
import { isAllowed, makeDirectory } from './directory.ts'
import { makeS3 } from './s3.ts'

interface Dependencies {
  readonly dataDir: string
  /** from the configuration */
  readonly directories: readonly string[]
  readonly outbound: Pick<Outbound, 'request'>
}

const required = (field: string, value: string | undefined): string => {
  if (value === undefined || value.trim() === '') throw invalid(`destination.${field}`, 'kernel.REQUIRED')
  return value.trim()
}

function readEndpoint(text: string): string {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`)
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash && url.pathname === '/'
  if (!isPlain || !/^https?:$/.test(url.protocol)) throw invalid('destination.endpoint', 'backup.ENDPOINT')
  return url.origin
}

/** The places where backups may be stored. */
export function makeDestinations({ dataDir, directories, outbound }: Dependencies) {
  const folders = [join(dataDir, 'backups'), ...directories.map((path) => resolve(dataDir, path))]
  return {
    folders,

    /** What is stored of an input, in a fixed order. Throws 422. */
    read(input: DestinationInput): PlanDestination {
      if (input.kind === 'directory') {
        const path = required('path', input.path)
        if (!isAbsolute(path) || !isAllowed(resolve(path), folders)) {
          throw invalid('destination.path', 'backup.PATH_ALLOWED', { folders })
        }
        return { kind: 'directory', path: resolve(path) }
      }
      return {
        kind: 's3',
        endpoint: readEndpoint(required('endpoint', input.endpoint)),
        region: input.region ?? 'us-east-1',
        bucket: required('bucket', input.bucket),
        prefix: input.prefix ?? '',
        access_key_id: required('access_key_id', input.access_key_id),
      }
    },

    open(
      destination: PlanDestination,
      { secret_access_key = '' }: Pick<PlanSecrets, 'secret_access_key'>,
    ): Destination {
      return destination.kind === 'directory'
        ? makeDirectory({ path: destination.path, allowed: folders })
        : makeS3({ ...destination, secret_access_key }, outbound)
    },
  }
}
export type Destinations = ReturnType<typeof makeDestinations>

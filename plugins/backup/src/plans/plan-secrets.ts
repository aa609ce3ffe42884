import type { Secrets } from '@svc/plugin-system/contract'

/** What a plan keeps encrypted. */
export interface PlanSecrets {
  readonly passphrase: string
  /** of an S3-compatible store */
  readonly secret_access_key?: string | undefined
}

const purposeOf = (id: string) => `backup.plan:${id}`

export const makePlanSecrets = (secrets: Secrets) => ({
  seal: (id: string, values: PlanSecrets): string => secrets.seal(purposeOf(id), JSON.stringify(values)),
  /** Undefined if they cannot be decrypted, for example with the key of another installation. */
  open({ id, sealed }: { readonly id: string; readonly sealed: string }): PlanSecrets | undefined {
    const text = secrets.open(purposeOf(id), sealed)
    return text === undefined ? undefined : (JSON.parse(text) as PlanSecrets)
  },
})
export type SealedSecrets = ReturnType<typeof makePlanSecrets>

import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  upgrade: Type.Object({
    release_base_url: Type.String({
      default: '',
      description:
        'address of the releases, for the newest version; agents have `upgrade.release_repo_url` of their own',
    }),
    latest_version_url: Type.String({
      default: '',
      description: 'JSON with the newest version; by default from `upgrade.release_base_url` if that is on GitHub',
    }),
  }),
})

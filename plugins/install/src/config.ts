import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  install: Type.Object({
    release_dir: Type.String({
      default: 'releases',
      minLength: 1,
      description:
        'folder with the files of a release, from which hosts install the agent; relative to the data directory',
    }),
    release_url: Type.String({
      format: 'base-url-or-empty',
      default: '',
      description: 'where hosts find releases if that folder has none, for example `https://downloads.example.com/svc`',
    }),
  }),
})

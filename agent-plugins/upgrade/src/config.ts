import { Type } from '@sinclair/typebox'

export const config = Type.Object({
  upgrade: Type.Object({
    release_repo_url: Type.String({
      default: '',
      description:
        'https address of the releases; the server cannot change it, and without it the agent is not upgraded',
    }),
    release_key: Type.String({
      default: '',
      description: 'public key of minisign: releases without its signature are refused; empty: the checksum is enough',
    }),
    program_file: Type.String({
      default: '',
      description: 'file to replace; by default the program itself, if it is a single executable',
    }),
  }),
})

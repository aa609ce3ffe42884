import type { LocalizedText } from '../../contract.ts'

/** Failures without an attempt. */
export const channelDeleted: LocalizedText = { en: 'the channel was deleted', zh: '该渠道已被删除' }
export const channelDisabled: LocalizedText = { en: 'the channel was disabled', zh: '该渠道已被停用' }
export const unreadable: LocalizedText = { en: 'the channel could not be read', zh: '无法读取该渠道' }
export const unreadableSecrets: LocalizedText = {
  en: 'the secrets of the channel cannot be read; enter them again',
  zh: '无法读取该渠道的密钥，请重新输入',
}
export const unknownType = (type: string): LocalizedText => ({
  en: `no running plugin offers channels of type ${type}`,
  zh: `没有正在运行的插件提供 ${type} 类型的渠道`,
})

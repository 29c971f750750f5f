// Which tabs hold something that is not saved yet.
import { useCallback, useEffect, useState } from 'react'
import type { SettingsTab } from './settings-tabs'

export type ReportUnsaved = (tab: SettingsTab, unsaved: boolean) => void

export function useUnsaved(): { unsaved: readonly SettingsTab[]; report: ReportUnsaved } {
  const [unsaved, setUnsaved] = useState<readonly SettingsTab[]>([])
  const report = useCallback<ReportUnsaved>((tab, isUnsaved) => {
    setUnsaved((tabs) => {
      if (tabs.includes(tab) === isUnsaved) return tabs
      return isUnsaved ? [...tabs, tab] : tabs.filter((one) => one !== tab)
    })
  }, [])
  return { unsaved, report }
}

/** For a tab: keeps its mark up to date. */
export function useReport(report: ReportUnsaved, tab: SettingsTab, unsaved: boolean): void {
  useEffect(() => report(tab, unsaved), [report, tab, unsaved])
}

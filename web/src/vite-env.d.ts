/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Origin of the API, without a trailing slash; empty: the page's own. */
  readonly VITE_API_URL?: string
  /** The version of this build, and the commit of a release in brackets (scripts/build-version.ts). */
  readonly VITE_VERSION: string
}

/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Origin of the API, without a trailing slash; empty: the page's own. */
  readonly VITE_API_URL?: string
}

import { Component, type ReactNode } from "react";
import { Button } from "../design/parts/button.tsx";
import { i18n } from "../texts/index.ts";
import { isEmbedded, paths } from "../base/routes.ts";
import { forgetFailedLoads, isFailedLoad } from "../base/load-once.ts";
import { NoticePage } from "../design/page/notice-page.tsx";

interface State {
  readonly error: unknown;
}

/** Shows that the page failed, and the way on, instead of an empty page. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  readonly #retry = (): void => {
    forgetFailedLoads();
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return isFailedLoad(error) ? <FailedLoad onRetry={this.#retry} /> : <Failure error={error} />;
  }
}

/** In another site's frame the lobby may not be shown. */
const openLobby = () => open(paths.lobby, isEmbedded(location.pathname) ? "_blank" : "_self");

/** The page failed; matches and seats are kept by the server. */
export function Failure({ error }: { readonly error: unknown }) {
  return (
    <NoticePage
      tone="bad"
      sign="ocelotl"
      title={i18n._("This page hit a problem")}
      actions={
        <>
          <Button tone="gold" onClick={() => location.reload()}>
            {i18n._("Reload")}
          </Button>
          <Button onClick={openLobby}>{i18n._("Lobby")}</Button>
        </>
      }
    >
      <p>{i18n._("Your matches and seats are safe on the server.")}</p>
      <p>
        <code>{String(error)}</code>
      </p>
    </NoticePage>
  );
}

/** A part of the page could not be loaded: the network failed, or the server is away. */
export function FailedLoad({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <NoticePage
      tone="bad"
      sign="ehecatl"
      title={i18n._("A part of this page could not be loaded")}
      actions={
        <>
          <Button tone="gold" onClick={onRetry}>
            {i18n._("Try again")}
          </Button>
          <Button onClick={openLobby}>{i18n._("Lobby")}</Button>
        </>
      }
    >
      <p>{i18n._("Check your connection. Your matches and seats are safe on the server.")}</p>
    </NoticePage>
  );
}

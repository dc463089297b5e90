import { Component, type ReactNode, use, useMemo } from "react";
import { useSearchParams } from "wouter";
import { isFailedLoad } from "../base/load-once.ts";
import { NoMatch } from "../session/no-match.tsx";
import { forgetReplay, loadReplay } from "../record/load-replay.ts";
import { ReplayView } from "./replay-view.tsx";

/** A finished match, to be watched again from its record. `?at=` says after how many entries it begins. */
export function ReplayPage({ id }: { readonly id: string }) {
  return (
    <NoReplay id={id}>
      <Loaded id={id} />
    </NoReplay>
  );
}

function Loaded({ id }: { readonly id: string }) {
  const loading = useMemo(() => loadReplay(id), [id]);
  const [search] = useSearchParams();
  return <ReplayView replayed={use(loading)} first={Number.parseInt(search.get("at") ?? "0", 10) || 0} />;
}

/** Says why there is no replay: no record, or one of another version. */
class NoReplay extends Component<{ readonly id: string; readonly children: ReactNode }, { error: unknown }> {
  override readonly state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentWillUnmount() {
    if (this.state.error !== null) forgetReplay(this.props.id);
  }

  override render() {
    const { error } = this.state;
    // The fault is not in this record: the page's own boundary offers to try again.
    if (isFailedLoad(error)) throw error;
    return error === null ? this.props.children : <NoMatch code={this.props.id} error={error} />;
  }
}

import type { ReportGroup, ReportList } from "@flower-war/client-sdk/admin";
import { useState } from "react";
import { Dialog } from "../design/parts/dialog.tsx";
import { Check, Field } from "../design/parts/field.tsx";
import { Pages } from "../design/parts/pages.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { useAction } from "../session/use-action.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { ConfirmButton, OperatorNote } from "./act-form.tsx";
import { get, post } from "./api.ts";
import styles from "./operator.module.css";
import { describeReason, describeReporters, describeTime } from "./words.ts";

interface Props {
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
}

/** All reports by target, of which many are settled at once. */
export function ReportsDialog({ onClose, onDone }: Props) {
  const [state, setState] = useState<"open" | "settled">("open");
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState("");
  const { answer, error, refresh } = useAnswer(`${state} ${page}`, () =>
    get<ReportList>("reports", { query: { state, page: String(page) } }),
  );
  const action = useAction();
  const groups = answer?.groups ?? [];
  const shown = groups.map(({ target }) => target);
  const targets = shown.filter((target) => chosen.has(target));
  const choose = (some: readonly string[], isChosen: boolean) =>
    setChosen(new Set([...[...chosen].filter((one) => !some.includes(one)), ...(isChosen ? some : [])]));
  const settle = () =>
    action.run(async () => {
      await post("settleReports", { reason: reason.trim(), targets, before: answer?.at ?? 0 });
      setChosen(new Set());
      await Promise.all([refresh(), onDone()]);
    });
  const isOpen = state === "open";
  return (
    <Dialog title={i18n._("Reports")} className={styles.wide} onClose={onClose}>
      <div className={styles.head}>
        <Segments
          label={i18n._("Which reports")}
          options={[
            { value: "open" as const, label: i18n._("open") },
            { value: "settled" as const, label: i18n._("settled") },
          ]}
          value={state}
          onChange={(next) => {
            setState(next);
            setPage(1);
          }}
        />
        {isOpen && groups.length > 0 ? (
          <Check checked={targets.length === groups.length} onChange={(on) => choose(shown, on)}>
            {i18n._("Choose all on this page")}
          </Check>
        ) : null}
      </div>
      {answer !== null && groups.length === 0 ? <p>{i18n._("There is none.")}</p> : null}
      {groups.length === 0 ? null : (
        <GroupTable groups={groups} chosen={chosen} onChoose={isOpen ? choose : null} />
      )}
      <Pages
        label={i18n._("Pages of reports")}
        page={answer?.page ?? 1}
        pages={answer?.pages ?? 1}
        onTurn={setPage}
      />
      {isOpen && groups.length > 0 ? (
        <div className={styles.acts} aria-busy={action.busy}>
          <Field label={i18n._("Reason")} value={reason} maxLength={200} onChange={setReason} />
          <ConfirmButton
            key={targets.join(" ")}
            label={i18n._("Settle")}
            result={i18n._("Settle all reports of {count, plural, one {# player} other {# players}}", {
              count: targets.length,
            })}
            ready={targets.length > 0 && reason.trim() !== ""}
            onConfirm={settle}
          />
        </div>
      ) : null}
      <OperatorNote error={error ?? action.error} />
    </Dialog>
  );
}

interface GroupTableProps {
  readonly groups: readonly ReportGroup[];
  /** The targets that are chosen. */
  readonly chosen: ReadonlySet<string>;
  /** `null`: they cannot be chosen. */
  readonly onChoose: ((targets: readonly string[], isChosen: boolean) => void) | null;
}

function GroupTable({ groups, chosen, onChoose }: GroupTableProps) {
  return (
    <div className={styles.scroll} role="region" aria-label={i18n._("Reported players")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{i18n._("Player")}</th>
            <th scope="col">{i18n._("Reports")}</th>
            <th scope="col">{i18n._("Reported by")}</th>
            <th scope="col">{i18n._("Why")}</th>
            <th scope="col">{onChoose === null ? i18n._("Settled at") : i18n._("Since")}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Row
              key={group.target}
              group={group}
              isChosen={chosen.has(group.target)}
              onChoose={onChoose && ((on) => onChoose([group.target], on))}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly group: ReportGroup;
  readonly isChosen: boolean;
  /** `null`: it cannot be chosen. */
  readonly onChoose: ((isChosen: boolean) => void) | null;
}

function Row({ group, isChosen, onChoose }: RowProps) {
  const { count, reporters, since, settledAt, reports } = group;
  const name = reports[0]?.reported.name ?? group.target;
  return (
    <tr className={isChosen ? styles.chosen : undefined}>
      <th scope="row">
        {onChoose === null ? (
          <bdi>{name}</bdi>
        ) : (
          <Check checked={isChosen} onChange={onChoose}>
            <bdi>{name}</bdi>
          </Check>
        )}
      </th>
      <td>{count}</td>
      <td>{describeReporters(reporters)}</td>
      <td>{reports[0] === undefined ? "" : describeReason(reports[0].reason)}</td>
      <td>{describeTime(settledAt ?? since)}</td>
    </tr>
  );
}

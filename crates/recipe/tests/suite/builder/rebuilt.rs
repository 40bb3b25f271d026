//! The calls that write a recipe that was read.
//!
//! Every field of every section is named here, so that a new one cannot be forgotten by builders.

use equipoise_recipe::*;
use std::collections::BTreeMap;

/// The value, unless it is the default: keys that change nothing can be mistakes.
fn changed<T: PartialEq>(value: T, default: T) -> Option<T> {
    (value != default).then_some(value)
}

/// Calls a setter if there is a value for it.
macro_rules! set {
    ($builder:ident, $($setter:ident: $value:expr;)+) => {
        $(if let Some(value) = $value {
            $builder = $builder.$setter(value);
        })+
    };
}

pub(super) fn rebuilt(recipe: &Recipe) -> RecipeBuilder {
    let Recipe {
        name,
        input,
        columns,
        privacy,
        search,
        record,
        preference,
        output,
        analyses,
        usefulness,
        warnings: _,
    } = recipe.clone();
    let mut builder = Recipe::builder().name(name);
    set!(builder,
        input: changed(input, Input::default()).map(input_again);
        search: changed(search, Search::default()).map(search_again);
        record: changed(record, RecordWish::default()).map(record_again);
        preference: changed(preference, Preference::default()).map(preference_again);
        output: changed(output, Output::default()).map(output_again);
        usefulness: usefulness.map(usefulness_again);
    );
    builder = columns
        .into_iter()
        .map(column_again)
        .fold(builder, RecipeBuilder::column);
    builder = privacy.into_iter().fold(builder, RecipeBuilder::require);
    analyses
        .into_iter()
        .map(analysis_again)
        .fold(builder, RecipeBuilder::analysis)
}

fn input_again(input: Input) -> InputBuilder {
    let default = Input::default();
    let Input {
        paths,
        format,
        delimiter,
        quote,
        header,
        missing,
        person,
    } = input;
    let mut builder = Input::builder();
    match paths.as_slice() {
        [] => {}
        [path] => builder = builder.path(path),
        paths => builder = builder.paths(paths),
    }
    set!(builder,
        format: format;
        delimiter: delimiter.map(char::from);
        quote: changed(quote.map(char::from), default.quote.map(char::from));
        header: changed(header, default.header);
        missing: changed(missing, default.missing);
        person: person;
    );
    builder
}

fn column_again(column: ColumnRecipe) -> ColumnBuilder {
    let ColumnRecipe {
        name,
        role,
        kind,
        format,
        derive,
        missing,
        linked,
        hierarchy,
        unlisted,
        order,
        items,
        min_level,
        max_level,
        aggregate,
        weight,
        sensitivity,
        reason,
    } = column;
    let mut builder = match role {
        Role::QuasiIdentifier => ColumnRecipe::quasi_identifier(name),
        Role::Sensitive => ColumnRecipe::sensitive(name),
        Role::Insensitive => ColumnRecipe::insensitive(name),
        Role::Identifying => ColumnRecipe::identifying(name),
    };
    match order {
        Some(OrderSource::List(list)) => builder = builder.order(list),
        Some(OrderSource::Hierarchy) => builder = builder.order_by_hierarchy(),
        Some(other) => panic!("no builder makes {other:?}"),
        None => {}
    }
    set!(builder,
        kind: Some(kind);
        format: format;
        derive: derive;
        missing: changed(missing, Vec::new());
        linked: linked;
        hierarchy: hierarchy;
        unlisted: changed(unlisted, Unlisted::Error);
        items: items;
        min_level: changed(min_level, 0);
        max_level: max_level;
        aggregate: aggregate;
        weight: changed(weight, Decimal::ONE);
        sensitivity: sensitivity;
        reason: reason;
    );
    builder
}

fn search_again(search: Search) -> SearchBuilder {
    let default = Search::default();
    let usual = match search.loss.default_aggregation() {
        Some(_) if search.is_by_class() => Some(AggregationChoice::Arithmetic),
        usual => usual,
    };
    let Search {
        method,
        loss,
        aggregation,
        suppression_weight,
        max_suppression,
        seed,
        time_limit,
        max_nodes,
        cuts,
        subsets,
        reading,
        over,
    } = search;
    let mut builder = Search::builder();
    set!(builder,
        method: changed(method, default.method);
        loss: changed(loss, default.loss);
        aggregation: changed(aggregation, usual).flatten();
        suppression_weight: changed(suppression_weight, default.suppression_weight);
        max_suppression: changed(max_suppression, default.max_suppression);
        seed: changed(seed, default.seed);
        time_limit: time_limit;
        max_nodes: max_nodes;
        cuts: changed(cuts, default.cuts);
        subsets: subsets;
        reading: changed(reading, default.reading);
        over: changed(over, default.over);
    );
    builder
}

fn record_again(record: RecordWish) -> RecordBuilder {
    let default = RecordWish::default();
    let include_by_default = record.dictionaries.is_empty();
    let across_by_default = if record.priors.is_empty() {
        AcrossChoice::Mean
    } else {
        AcrossChoice::Bayes
    };
    let RecordWish {
        form,
        min_utility,
        max_risk,
        lambda,
        kappa,
        utility,
        risk,
        sensitivity,
        base_sensitivity,
        consistency,
        similarity,
        dictionaries,
        include_table,
        across,
        priors,
        weights,
        optimizer,
        neighbourhood,
        rules,
        pool,
        true_dictionary,
        id,
    } = record;
    let mut builder = RecordWish::builder();
    set!(builder,
        form: changed(form, default.form);
        min_utility: changed(min_utility, default.min_utility);
        max_risk: max_risk;
        lambda: changed(lambda, default.lambda);
        kappa: changed(kappa, default.kappa);
        utility: changed(utility, default.utility);
        risk: changed(risk, default.risk);
        sensitivity: changed(sensitivity, default.sensitivity);
        base_sensitivity: changed(base_sensitivity, default.base_sensitivity);
        consistency: changed(consistency, default.consistency);
        similarity: changed(similarity, default.similarity);
        dictionaries: changed(dictionaries, Vec::new());
        include_table: changed(include_table, include_by_default);
        across: changed(across, across_by_default);
        priors: changed(priors, Vec::new());
        weights: weights;
        optimizer: changed(optimizer, default.optimizer);
        neighbourhood: changed(neighbourhood, default.neighbourhood);
        pool: changed(pool, default.pool);
        true_dictionary: true_dictionary;
        id: id;
    );
    rules.into_iter().fold(builder, |builder, rule| {
        let levels = rule.into_iter().map(|of| (of.column, of.level));
        builder.rule(&levels.collect::<BTreeMap<_, _>>())
    })
}

fn preference_again(preference: Preference) -> PreferenceBuilder {
    let default = Preference::default();
    let Preference {
        aspire,
        ties,
        normalize,
        population,
        evaluations,
        crossover,
        mutation,
        polish,
        taxonomy,
        granulate,
    } = preference;
    let mut builder = Preference::builder();
    set!(builder,
        ties: changed(ties, default.ties);
        normalize: changed(normalize, default.normalize);
        population: changed(population, default.population);
        evaluations: changed(evaluations, default.evaluations);
        crossover: changed(crossover, default.crossover);
        mutation: changed(mutation, default.mutation);
        polish: changed(polish, default.polish);
        taxonomy: changed(taxonomy, default.taxonomy);
    );
    for AspiredValue { measure, value } in aspire {
        builder = builder.aspire(measure, value);
    }
    for ColumnWidth { column, width } in granulate {
        builder = builder.granulate(column, width);
    }
    builder
}

fn output_again(output: Output) -> OutputBuilder {
    let default = Output::default();
    let Output {
        path,
        format,
        suppressed,
        label,
        order,
        report,
        public,
        spreadsheet_safe,
    } = output;
    let mut builder = Output::builder();
    set!(builder,
        path: path;
        format: format;
        suppressed: changed(suppressed, default.suppressed);
        label: changed(label, default.label);
        order: changed(order, default.order);
        report: changed(report, default.report);
        public: changed(public, default.public);
        spreadsheet_safe: changed(spreadsheet_safe, default.spreadsheet_safe);
    );
    builder
}

fn analysis_again(analysis: Analysis) -> Analysis {
    let Analysis { by, mean } = analysis;
    match mean {
        Some(mean) => Analysis::mean_of(mean).by(by),
        None => Analysis::count_by(by),
    }
}

fn usefulness_again(usefulness: Usefulness) -> UsefulnessBuilder {
    let Usefulness {
        queries,
        dimensions,
        selectivity,
        mode,
        sanity,
        target,
        folds,
        seed,
    } = usefulness;
    let mut builder = Usefulness::builder()
        .queries(queries)
        .dimensions(dimensions)
        .selectivity(selectivity)
        .mode(mode)
        .sanity(sanity)
        .folds(folds)
        .seed(seed);
    set!(builder, target: target;);
    builder
}

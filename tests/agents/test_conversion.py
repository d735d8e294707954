"""Policies as ONNX models, and ONNX models as policies."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import gemgrove as gg
from gemgrove.agents.conversion import from_onnx, to_onnx
from gemgrove.agents.network import Policy
from tests.agents.test_network import some_layer, some_policy

onnx = pytest.importorskip("onnx")
SPLENDOR = gg.new("splendor", players=2).variant
OBSERVATIONS = np.random.default_rng(1).integers(0, 5, (20, 424)).astype(np.float32)


def evaluated(path: Path) -> list[NDArray[np.float32]]:
    """The outputs of ONNX's own evaluator for the observations."""
    from onnx.reference import ReferenceEvaluator

    model = onnx.load(path)
    name = model.graph.input[0].name
    return list(ReferenceEvaluator(model).run(None, {name: OBSERVATIONS}))


def assert_same(policy: Policy, logits: Any, values: Any = None) -> None:
    np.testing.assert_allclose(policy.logits(OBSERVATIONS), logits, rtol=1e-4, atol=1e-4)
    if values is None:
        assert policy.critic is None
    else:
        np.testing.assert_allclose(policy.values(OBSERVATIONS), values, rtol=1e-4, atol=1e-4)


def written(path: Path, nodes: list[Any], weights: dict[str, Any], outputs: dict[str, int]) -> Path:
    """Write a model of these nodes, from `x` to outputs of these sizes."""
    helper, kind = onnx.helper, onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        nodes,
        "other",
        [helper.make_tensor_value_info("x", kind, [None, 424])],
        [helper.make_tensor_value_info(name, kind, [None, size]) for name, size in outputs.items()],
        [
            onnx.numpy_helper.from_array(np.asarray(value, np.float32), name)
            for name, value in weights.items()
        ],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]), path)
    return path


def node(kind: str, inputs: str, output: str, **settings: Any) -> Any:
    return onnx.helper.make_node(kind, inputs.split(), [output], **settings)


def test_an_exported_policy_computes_the_same(tmp_path: Path) -> None:
    policy, path = some_policy(), tmp_path / "model.onnx"
    to_onnx(policy, path)
    logits, values = evaluated(path)
    assert_same(policy, logits, values[:, 0])
    metadata = {item.key: item.value for item in onnx.load(path).metadata_props}
    assert (metadata["game"], metadata["players"]) == ("splendor", "2")


def test_an_exported_policy_comes_back_as_it_was(tmp_path: Path) -> None:
    policy, path = some_policy(), tmp_path / "model.onnx"
    to_onnx(policy, path)
    again = from_onnx(path, SPLENDOR, training={"minutes": 0})
    assert_same(again, policy.logits(OBSERVATIONS), policy.values(OBSERVATIONS))
    again.save(tmp_path / "again.safetensors")
    policy.save(tmp_path / "first.safetensors")
    first, second = ((tmp_path / f"{name}.safetensors").read_bytes() for name in ("first", "again"))
    assert first == second


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # from PyTorch's own exporter
def test_a_model_of_pytorch_is_imported(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    network = torch.nn.Sequential(
        torch.nn.Linear(424, 16), torch.nn.ReLU(), torch.nn.Linear(16, 72, bias=False)
    )
    path = tmp_path / "torch.onnx"
    torch.onnx.export(network, (torch.zeros(1, 424),), str(path), dynamo=False)
    with torch.no_grad():
        expected = network(torch.from_numpy(OBSERVATIONS)).numpy()
    assert_same(from_onnx(path, SPLENDOR), expected)


def test_products_and_sums_are_layers_too(tmp_path: Path) -> None:
    first, last = some_layer(424, 8, "tanh", 1), some_layer(8, 72, "none", 2)
    path = written(
        tmp_path / "model.onnx",
        [
            node("Cast", "x", "float", to=onnx.TensorProto.FLOAT),
            node("Div", "float five", "scaled"),
            node("MatMul", "scaled w1", "p1"),
            node("Add", "b1 p1", "s1"),
            node("Tanh", "s1", "h1"),
            node("MatMul", "h1 w2", "p2"),
            node("Add", "p2 b2", "y"),
        ],
        {
            "five": [5.0],
            "w1": first.weight.T,
            "b1": first.bias,
            "w2": last.weight.T,
            "b2": last.bias,
        },
        {"y": 72},
    )
    assert_same(from_onnx(path, SPLENDOR), evaluated(path)[0])
    scaled = from_onnx(path, SPLENDOR, scale=np.full(424, 5.0))
    np.testing.assert_allclose(scaled.scale, np.ones(424), rtol=1e-6)


def test_values_of_a_network_of_their_own_are_left_out(tmp_path: Path) -> None:
    actor, critic = some_layer(424, 72, "none", 1), some_layer(8, 1, "none", 2)
    own = some_layer(424, 8, "none", 3)
    path = written(
        tmp_path / "model.onnx",
        [
            node("Gemm", "x wa", "logits", transB=1),
            node("Gemm", "x wo", "hidden", transB=1),
            node("Gemm", "hidden wc", "value", transB=1),
        ],
        {"wa": actor.weight, "wo": own.weight, "wc": critic.weight},
        {"logits": 72, "value": 1},
    )
    assert_same(from_onnx(path, SPLENDOR), evaluated(path)[0])


@pytest.mark.parametrize(
    ("nodes", "sentence"),
    [
        (
            [node("Gemm", "x w", "s", transB=1), node("Softmax", "s", "y")],
            "The model has a node Softmax ('y') that this program cannot use here; it reads dense",
        ),
        (
            [node("Gemm", "x w", "y", transB=1, alpha=2.0)],
            "The model has a node Gemm ('y') that this program cannot use here",
        ),
        (
            [node("Gemm", "x w", "s", transB=1), node("Relu", "s", "y")],
            "FILE has relu after its last layer; remove it.",
        ),
        (
            [node("Relu", "x", "r"), node("Gemm", "r w", "y", transB=1)],
            "The model changes its input in a way that this program cannot use.",
        ),
        (
            [node("Gemm", "x w", "s", transB=1), node("Add", "s s", "y")],
            "The model has a node Add ('y')",
        ),
        ([node("Relu", "z", "y")], "The model does not say where 'z' comes from."),
    ],
    ids=["softmax", "alpha", "activation", "input", "residual", "nowhere"],
)
def test_other_networks_are_refused_in_a_sentence(
    tmp_path: Path, nodes: list[Any], sentence: str
) -> None:
    weights = {"w": some_layer(424, 72, "none", 1).weight}
    path = written(tmp_path / "model.onnx", nodes, weights, {"y": 72})
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - what it says is below
        from_onnx(path, SPLENDOR)
    assert str(caught.value).replace(str(path), "FILE").startswith(sentence)


def test_a_network_of_another_game_is_refused(tmp_path: Path) -> None:
    to_onnx(some_policy(), tmp_path / "model.onnx")
    with pytest.raises(ValueError, match=r"has no output with \d+ numbers, one for each action of"):
        from_onnx(tmp_path / "model.onnx", gg.new("arboretum").variant)


def test_files_that_are_not_onnx_models_are_refused(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_text("weights")
    with pytest.raises(ValueError, match="is not an ONNX model"):
        from_onnx(tmp_path / "model.onnx", SPLENDOR)


def test_weights_in_other_files_are_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    to_onnx(some_policy(), path)
    onnx.save(onnx.load(path), path, save_as_external_data=True, size_threshold=0, location="w.bin")
    with pytest.raises(ValueError, match=r"are in another file; save the model as a single one\."):
        from_onnx(path, SPLENDOR)
